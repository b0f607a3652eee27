import { roles } from '@parley/contract/rights/roles.ts';
import type { ArgumentsOf } from '@parley/contract/endpoint.ts';
import { getEvents, registerQueue } from '@parley/contract/endpoints/queues.ts';
import { updateRealm } from '@parley/contract/endpoints/realm.ts';
import { getServerSettings } from '@parley/contract/endpoints/server.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../engine/db/sql.ts';
import { systemGroupIds, type SystemGroupIds } from '../groups/rows.ts';
import { startTestServer, type TestServer, type TestUser } from '@parley/test-support/harness.ts';

let server: TestServer;
let owner: TestUser;
let admin: TestUser;
let member: TestUser;
let groups: SystemGroupIds;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.user({ role: roles.owner });
  admin = await server.user({ role: roles.administrator });
  member = await server.user();
  groups = await systemGroupIds(server.server.world.pool, server.realmId);
});
afterAll(() => server.stop());

type Changes = ArgumentsOf<typeof updateRealm>;

function change(changes: Changes, who = owner) {
  return who.connection.call(updateRealm, changes);
}

function state() {
  return member.connection.call(registerQueue, { fetch_event_types: ['realm'] });
}

const REFUSED = { status: 400, code: 'BAD_REQUEST' };

/** The events that a member receives during an action. */
async function receivedDuring(act: () => Promise<unknown>, event_types = ['realm']) {
  const { queue_id, last_event_id } = await member.connection.call(registerQueue, { event_types });
  await act();
  const { events } = await member.connection.call(getEvents, { queue_id, last_event_id, dont_block: true });
  return events.map((event) => ({ ...event, id: undefined }));
}

function update(property: string, value: unknown) {
  return { type: 'realm', op: 'update', property, value };
}

function dictionary(data: unknown) {
  return { type: 'realm', op: 'update_dict', property: 'default', data };
}

test('settings are published as one property, some together with derived values', async () => {
  const received = await receivedDuring(() =>
    change({
      allow_message_editing: false,
      message_edit_history_visibility_policy: 'moves',
      message_content_edit_limit_seconds: 'unlimited',
      message_content_delete_limit_seconds: 60,
      message_retention_days: 30,
      topics_policy: 'disable_empty_topic',
      description: 'All *about* us',
      jitsi_server_url: 'https://calls.example.com/',
    }),
  );
  expect(received).toHaveLength(8);
  expect(received).toEqual(
    expect.arrayContaining([
      dictionary({ allow_message_editing: false }),
      update('message_edit_history_visibility_policy', 'moves'),
      dictionary({ message_content_edit_limit_seconds: null }),
      update('message_content_delete_limit_seconds', 60),
      update('message_retention_days', 30),
      dictionary({ topics_policy: 'disable_empty_topic', mandatory_topics: true }),
      dictionary({
        description: 'All *about* us',
        rendered_description: '<p>All <em>about</em> us</p>',
      }),
      update('jitsi_server_url', 'https://calls.example.com'),
    ]),
  );
  expect(await state()).toMatchObject({
    realm_message_content_edit_limit_seconds: null,
    realm_mandatory_topics: true,
    jitsi_server_url: 'https://calls.example.com',
  });
  const serverSettings = await member.connection.call(getServerSettings);
  expect(serverSettings.realm_description).toBe('<p>All <em>about</em> us</p>');
});

test('a setting reset to its default is not stored', async () => {
  await change({
    waiting_period_threshold: 5,
    message_retention_days: 'unlimited',
    jitsi_server_url: 'default',
  });
  await change({ waiting_period_threshold: 0, description: ' ' });
  const row = await server.server.world.pool.first(
    sql<{ settings: Record<string, unknown> }>`select settings from realm where id = ${server.realmId}`,
  );
  expect(row?.settings).not.toHaveProperty('waiting_period_threshold');
  expect(row?.settings).not.toHaveProperty('message_retention_days');
  expect(row?.settings).not.toHaveProperty('jitsi_server_url');
  expect(row?.settings).not.toHaveProperty('rendered_description');
});

test.each([
  ['message_content_edit_limit_seconds', 0],
  ['message_content_delete_limit_seconds', -1],
  ['move_messages_within_stream_limit_seconds', 'forever'],
  ['move_messages_between_streams_limit_seconds', 2 ** 40],
  ['message_retention_days', 0],
] as const)('%s refuses %j', async (name, bad_value) => {
  await expect(change({ [name]: bad_value })).rejects.toMatchObject({
    status: 400,
    code: 'REQUEST_VARIABLE_INVALID',
    body: { var_name: name, bad_value },
  });
});

test.each([
  { default_language: 'tlh' },
  { default_language: 'constructor' },
  { description: 'x'.repeat(1001) },
  { name: 'x'.repeat(41) },
  { name: ' ' },
  { video_chat_provider: 2 },
  { video_chat_provider: 8 },
  { jitsi_server_url: 'javascript:alert(1)' },
  { jitsi_server_url: 'no url' },
  { jitsi_server_url: 'https://a.example/\0' },
  { authentication_methods: { Telepathy: true } },
  { authentication_methods: { Email: false } },
  { new_stream_announcements_stream_id: 7 },
  { string_id: 'elsewhere' },
  { welcome_message_custom_text: 'x'.repeat(8001) },
  { default_code_block_language: 'x'.repeat(41) },
  { waiting_period_threshold: -1 },
] satisfies Changes[])('%j is refused', async (changes) => {
  await expect(change(changes)).rejects.toMatchObject(REFUSED);
});

test('authentication methods are disabled and enabled by name, which server settings show', async () => {
  const answer = await change({ authentication_methods: { Email: false, GitHub: true } });
  expect(answer.authentication_methods).toEqual({ Email: false, GitHub: true });
  expect(await member.connection.call(getServerSettings)).toMatchObject({
    email_auth_enabled: false,
    authentication_methods: { password: false, email: false, github: false },
  });
  expect(await state()).toMatchObject({
    realm_password_auth_enabled: false,
    realm_authentication_methods: { Email: { enabled: false, available: true }, GitHub: { enabled: true } },
  });
  const received = await receivedDuring(() => change({ authentication_methods: { Email: true } }));
  expect(received).toEqual([
    dictionary({
      authentication_methods: expect.objectContaining({ Email: { enabled: true, available: true } }),
    }),
  ]);
});

test('a negative channel id means no channel', async () => {
  const received = await receivedDuring(() => change({ new_stream_announcements_stream_id: -5 }));
  expect(received).toEqual([]);
  expect(await state()).toMatchObject({ realm_new_stream_announcements_stream_id: -1 });
});

test('a permission is granted to another system group in every accepted form', async () => {
  const [moderators, nobody] = [groups['role:moderators'], groups['role:nobody']];
  const received = await receivedDuring(async () => {
    expect(
      await change({ can_add_custom_emoji_group: { new: moderators, old: groups['role:members'] } }, admin),
    ).toMatchObject({ can_add_custom_emoji_group: moderators });
    expect(
      await change({ can_add_custom_emoji_group: { new: { direct_members: [], direct_subgroups: [] } } }),
    ).toMatchObject({ can_add_custom_emoji_group: nobody });
    const spelled = { direct_members: [], direct_subgroups: [nobody] };
    expect(await change({ can_add_custom_emoji_group: { new: spelled, old: spelled } })).not.toHaveProperty(
      'can_add_custom_emoji_group',
    );
  });
  expect(received).toEqual([
    dictionary({ can_add_custom_emoji_group: moderators }),
    dictionary({ can_add_custom_emoji_group: nobody }),
  ]);
  expect(await state()).toMatchObject({ realm_can_add_custom_emoji_group: nobody });
  await change({ can_add_custom_emoji_group: { new: groups['role:members'] } });
  const row = await server.server.world.pool.first(
    sql<{ permissions: Record<string, number> }>`select permissions from realm where id = ${server.realmId}`,
  );
  expect(row?.permissions).toEqual({});
});

test('a permission refuses groups that it cannot be granted to', async () => {
  const custom = await server.server.world.pool.first(
    sql<{
      id: number;
    }>`insert into user_group (realm_id, name) values (${server.realmId}, 'engineers') returning id`,
  );
  const own = custom?.id ?? 0;
  const many = Array.from({ length: 70_000 }, (_, n) => n % 10);
  const bad: [Changes, string][] = [
    [{ can_manage_all_groups: { new: groups['role:nobody'] } }, 'BAD_REQUEST'],
    [{ can_manage_all_groups: { new: groups['role:everyone'] } }, 'BAD_REQUEST'],
    [{ can_create_bots_group: { new: groups['role:internet'] } }, 'BAD_REQUEST'],
    [{ can_access_all_users_group: { new: groups['role:moderators'] } }, 'BAD_REQUEST'],
    [{ can_access_all_users_group: { new: own } }, 'SYSTEM_GROUP_REQUIRED'],
    [
      { can_access_all_users_group: { new: { direct_members: [owner.id], direct_subgroups: [] } } },
      'SYSTEM_GROUP_REQUIRED',
    ],
    [{ can_create_web_public_channel_group: { new: groups['role:members'] } }, 'BAD_REQUEST'],
    [{ can_create_bots_group: { new: 999_999 } }, 'BAD_REQUEST'],
    [{ can_create_bots_group: { new: { direct_members: [999_999], direct_subgroups: [] } } }, 'BAD_REQUEST'],
    [{ can_create_bots_group: { new: { direct_members: many, direct_subgroups: many } } }, 'BAD_REQUEST'],
    [{ workplace_users_group: { new: groups['role:members'] } }, 'BAD_REQUEST'],
  ];
  for (const [changes, code] of bad)
    await expect(change(changes)).rejects.toMatchObject({ status: 400, code });
  expect(await change({ can_create_bots_group: { new: own } })).toMatchObject({ can_create_bots_group: own });
});

test('a permission is granted to a list of users and groups, which can be replaced', async () => {
  const name = 'can_add_custom_emoji_group';
  const list = (users: number[], ...subgroups: number[]) => ({
    direct_members: users,
    direct_subgroups: subgroups,
  });
  const moderators = groups['role:moderators'];
  const received = await receivedDuring(async () => {
    expect(
      await change({ [name]: { new: list([member.id, admin.id, admin.id], moderators) } }),
    ).toMatchObject({ [name]: list([admin.id, member.id], moderators) });
    await change({ [name]: { new: list([admin.id, member.id], moderators) } });
    await change({ [name]: { new: list([member.id]), old: list([member.id, admin.id], moderators) } });
    await expect(change({ [name]: { new: moderators, old: list([admin.id]) } })).rejects.toMatchObject({
      code: 'EXPECTATION_MISMATCH',
      body: { field_name: 'old' },
    });
    expect(await state()).toMatchObject({ [`realm_${name}`]: list([member.id]) });
    await change({ [name]: { new: groups['role:members'] } });
  });
  expect(received).toEqual([
    dictionary({ [name]: list([admin.id, member.id], moderators) }),
    dictionary({ [name]: list([member.id]) }),
    dictionary({ [name]: groups['role:members'] }),
  ]);
  const left = await server.server.world.pool.all(
    sql`select id from user_group where realm_id = ${server.realmId} and name is null`,
  );
  expect(left).toEqual([]);
});

test('a longer waiting period demotes full members', async () => {
  const received = await receivedDuring(() => change({ waiting_period_threshold: 10 }), ['user_group']);
  expect(received).toMatchObject([{ op: 'remove_members', group_id: groups['role:fullmembers'] }]);
  const back = await receivedDuring(() => change({ waiting_period_threshold: 0 }), ['user_group']);
  expect(back).toMatchObject([{ op: 'add_members', group_id: groups['role:fullmembers'] }]);
});

test('concurrent changes of different settings both succeed', async () => {
  await Promise.all([
    change({ digest_weekday: 5 }),
    change({ gif_rating_policy: 2 }, admin),
    change({ can_delete_any_message_group: { new: groups['role:moderators'] } }),
    change({ can_resolve_topics_group: { new: groups['role:members'] } }, admin),
  ]);
  expect(await state()).toMatchObject({
    realm_digest_weekday: 5,
    realm_gif_rating_policy: 2,
    realm_can_delete_any_message_group: groups['role:moderators'],
    realm_can_resolve_topics_group: groups['role:members'],
  });
});

test('restricting guest visibility deletes the queues of guests', async () => {
  const guest = await server.user({ role: roles.guest });
  const listen = (who: TestUser) => who.connection.call(registerQueue, { event_types: ['drafts'] });
  const poll = (who: TestUser, { queue_id, last_event_id }: Awaited<ReturnType<typeof listen>>) =>
    who.connection.call(getEvents, { queue_id, last_event_id, dont_block: true });
  const [theirs, ours] = [await listen(guest), await listen(member)];
  await change({ can_access_all_users_group: { new: groups['role:members'] } });
  await expect(poll(guest, theirs)).rejects.toMatchObject({ code: 'BAD_EVENT_QUEUE_ID' });
  expect(await poll(member, ours)).toMatchObject({ events: [] });
});
