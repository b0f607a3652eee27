import { roles } from '@parley/contract/rights/roles.ts';
import { createBot } from '@parley/contract/endpoints/bots.ts';
import { createCustomProfileField, updateProfileData } from '@parley/contract/endpoints/profile-fields.ts';
import { registerQueue } from '@parley/contract/endpoints/queues.ts';
import { getUser, getUserByEmail, getUsers, updateUser } from '@parley/contract/endpoints/users.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../../engine/db/sql.ts';
import { systemGroupIds } from '../../groups/rows.ts';
import { startTestServer, type TestServer, type TestUser } from '@parley/test-support/harness.ts';
import { listen } from '@parley/test-support/listen.ts';

let server: TestServer;
let owner: TestUser;
let member: TestUser;
let guest: TestUser;
let bot: { user_id: number };

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.user({ role: roles.owner, emailVisibility: 3 });
  member = await server.user({ role: roles.member, emailVisibility: 3 });
  guest = await server.user({ role: roles.guest, emailVisibility: 1 });
  bot = await member.connection.call(createBot, { short_name: 'seen', full_name: 'Seen' });
});
afterAll(() => server.stop());

const refused = { status: 400, code: 'BAD_REQUEST' };

async function hide(hidden: boolean) {
  const ids = await systemGroupIds(server.server.world.pool, server.realmId);
  const permissions = hidden ? { can_access_all_users_group: ids['role:members'] } : {};
  await server.server.world.pool.all(
    sql`update realm set permissions = ${JSON.stringify(permissions)}::jsonb where id = ${server.realmId}`,
  );
}

function stateOf(who: TestUser, incomplete = false) {
  return who.connection.call(registerQueue, {
    fetch_event_types: ['realm_user'],
    client_capabilities: { notification_settings_null: false, user_list_incomplete: incomplete },
  });
}

test('the snapshot has all users as shown to the viewer, and the permissions of the viewer', async () => {
  const state = await stateOf(member);
  expect(state).toMatchObject({
    user_id: member.id,
    delivery_email: member.email,
    email: `user${member.id}@parley.test`,
    is_admin: false,
    is_owner: false,
    is_moderator: false,
    is_guest: false,
    can_create_streams: true,
    can_create_public_streams: true,
    can_create_private_streams: true,
    can_create_web_public_streams: false,
    can_subscribe_other_users: true,
    can_invite_others_to_realm: true,
    cross_realm_bots: [{ is_system_bot: true }],
    realm_non_active_users: [],
  });
  const addressOf = (id: number) =>
    state.realm_users?.find((shownUser) => shownUser.user_id === id)?.delivery_email;
  expect(addressOf(owner.id)).toBeNull();
  expect(addressOf(member.id)).toBe(member.email);
  expect(addressOf(bot.user_id)).toBe('seen-bot@parley.test');
  expect(await stateOf(guest)).toMatchObject({ is_guest: true, can_create_streams: false });
});

test('a role change publishes the addresses that become visible or hidden', async () => {
  const user = await server.user({ emailVisibility: 4 });
  // Addresses of another organization are not published.
  await server.user({ realmId: await server.realm('elsewhere'), emailVisibility: 3 });
  const received = await listen(user, ['realm_user']);
  await owner.connection.call(updateUser, { user_id: user.id, role: roles.administrator });
  const gained = await received();
  expect(gained).toMatchObject([
    { person: { user_id: user.id, role: roles.administrator } },
    { person: { user_id: owner.id, delivery_email: owner.email } },
    { person: { user_id: member.id, delivery_email: member.email } },
  ]);
  await owner.connection.call(updateUser, { user_id: user.id, role: roles.moderator });
  expect(await received()).toMatchObject([
    { person: { role: roles.moderator } },
    { person: { user_id: owner.id, delivery_email: null } },
    { person: { user_id: member.id, delivery_email: null } },
  ]);
});

test('a role change that shows too many addresses deletes the queues of the user', async () => {
  const realmId = await server.realm('crowded');
  const host = 'crowded.parley.test';
  const boss = await server.user({ realmId, host, role: roles.owner });
  const user = await server.user({ realmId, host });
  await server.server.world.pool.all(
    sql`insert into realm_user (realm_id, delivery_email, email_visibility, full_name, role, key_hash, key_sealed)
        select ${realmId}, 'many' || n || '@example.com', 3, 'Many ' || n, 400,
               sha256(('many' || n)::bytea), '' from generate_series(1, 600) n`,
  );
  const received = await listen(user, ['realm_user']);
  const waiting = received.wait().catch((error: unknown) => error);
  await boss.connection.call(updateUser, { user_id: user.id, role: roles.administrator });
  expect(await waiting).toMatchObject({ status: 400, code: 'BAD_EVENT_QUEUE_ID' });
  await expect(received()).rejects.toMatchObject({ code: 'BAD_EVENT_QUEUE_ID' });
  const state = await user.connection.call(registerQueue, { fetch_event_types: ['realm_user'] });
  expect(state.realm_users?.every((shownUser) => shownUser.delivery_email !== null)).toBe(true);
});

test('guests with restricted visibility see only themselves and bots', async () => {
  await hide(true);
  const { members } = await guest.connection.call(getUsers, {});
  expect(members.map((shownUser) => shownUser.user_id)).toEqual([guest.id, bot.user_id]);
  await expect(guest.connection.call(getUser, { user_id: member.id })).rejects.toMatchObject(refused);
  await expect(
    guest.connection.call(getUserByEmail, { email: `user${member.id}@parley.test` }),
  ).rejects.toMatchObject(refused);
  await guest.connection.call(getUser, { user_id: guest.id });
  await guest.connection.call(getUser, { user_id: bot.user_id });
  expect((await member.connection.call(getUsers, {})).members.length).toBeGreaterThan(2);

  const incompleteState = await stateOf(guest, true);
  expect(incompleteState.realm_users?.map((shownUser) => shownUser.user_id)).toEqual([guest.id, bot.user_id]);
  const placeholder = (await stateOf(guest)).realm_users?.find(
    (shownUser) => shownUser.user_id === member.id,
  );
  expect(placeholder).toMatchObject({
    full_name: 'Unknown user',
    email: `user${member.id}@parley.test`,
    delivery_email: null,
    role: roles.member,
    date_joined: '1970-01-01T00:00:00+00:00',
    avatar_version: 1,
    profile_data: {},
  });
});

test('guests with restricted visibility cannot name hidden users in their profile', async () => {
  await hide(true);
  const { id } = await owner.connection.call(createCustomProfileField, { field_type: 6, name: 'Mentor' });
  const name = (user_id: number) =>
    guest.connection.call(updateProfileData, { data: [{ id, value: [user_id] }] });
  for (const user_id of [member.id, 999_999]) await expect(name(user_id)).rejects.toMatchObject(refused);
  await name(guest.id);
});

test('guests with restricted visibility receive no events about hidden users', async () => {
  await hide(true);
  const received = await listen(guest, ['realm_user']);
  await owner.connection.call(updateUser, { user_id: member.id, full_name: 'Hidden name' });
  await owner.connection.call(updateUser, { user_id: member.id, role: roles.moderator });
  expect(await received()).toEqual([]);
  await server.user({ fullName: 'Newly hidden' });
  expect(await received()).toMatchObject([{ op: 'add', person: { full_name: 'Unknown user' } }]);
  await member.connection.call(createBot, { short_name: 'fresh', full_name: 'Fresh' });
  expect(await received()).toMatchObject([{ op: 'add', person: { full_name: 'Fresh' } }]);
  await owner.connection.call(updateUser, { user_id: guest.id, full_name: 'Gita' });
  expect(await received()).toMatchObject([{ person: { user_id: guest.id, full_name: 'Gita' } }]);
  await hide(false);
});
