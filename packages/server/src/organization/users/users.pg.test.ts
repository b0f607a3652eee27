import { roles } from '@parley/contract/rights/roles.ts';
import {
  createUser,
  deactivateOwnUser,
  deactivateUser,
  getOwnUser,
  getUser,
  getUserByEmail,
  getUsers,
  reactivateUser,
  regenerateApiKey,
  updateUser,
  updateUserByEmail,
} from '@parley/contract/endpoints/users.ts';
import { createCustomProfileField } from '@parley/contract/endpoints/profile-fields.ts';
import { sendMessage } from '@parley/contract/endpoints/messages.ts';
import { createBot } from '@parley/contract/endpoints/bots.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../engine/db/sql.ts';
import { startTestServer, type TestUser, type TestServer } from '@parley/test-support/harness.ts';
import { listen } from '@parley/test-support/listen.ts';
import { channelOf, say } from '@parley/test-support/talk.ts';
import { removeRequested } from '../../chat/messages/editing/remove-messages-of.ts';

let server: TestServer;
let owner: TestUser;
let admin: TestUser;
let member: TestUser;
let guest: TestUser;

beforeAll(async () => {
  server = await startTestServer((config) => ({ ...config, gravatar: true }));
  owner = await server.user({ role: roles.owner, fullName: 'Olga Owner', emailVisibility: 4 });
  admin = await server.user({ role: roles.administrator, fullName: 'Anton Admin', emailVisibility: 3 });
  member = await server.user({ role: roles.member, fullName: 'Mia Member', emailVisibility: 3 });
  guest = await server.user({ role: roles.guest, fullName: 'Gita Guest', emailVisibility: 1 });
});
afterAll(() => server.stop());

function refused(code = 'BAD_REQUEST', status = 400) {
  return { code, status };
}

function change(id: number, columns: string) {
  return server.server.world.pool.all(
    sql`update realm_user set ${sql.raw(columns)} where realm_id = ${server.realmId} and id = ${id}`,
  );
}

describe('getUserByEmail', () => {
  test('a real address visible to everyone is found in any letter case', async () => {
    const { user: shownUser } = await member.connection.call(getUserByEmail, {
      email: guest.email.toUpperCase(),
    });
    expect(shownUser).toMatchObject({ user_id: guest.id, email: guest.email, delivery_email: guest.email });
  });
  test('an address visible to administrators is found by administrators only', async () => {
    await expect(guest.connection.call(getUserByEmail, { email: member.email })).rejects.toMatchObject(
      refused(),
    );
    const { user: shownUser } = await admin.connection.call(getUserByEmail, { email: member.email });
    expect(shownUser).toMatchObject({
      user_id: member.id,
      delivery_email: member.email,
      email: `user${member.id}@parley.test`,
    });
  });
  test('a hidden address is not found, not even by its user', async () => {
    await expect(admin.connection.call(getUserByEmail, { email: owner.email })).rejects.toMatchObject(
      refused(),
    );
    await expect(owner.connection.call(getUserByEmail, { email: owner.email })).rejects.toMatchObject(
      refused(),
    );
    const { user: shownUser } = await owner.connection.call(getUserByEmail, {
      email: `user${owner.id}@parley.test`,
    });
    expect(shownUser.delivery_email).toBe(owner.email);
  });
  test('a placeholder address is found by everyone and shows the real address only to permitted roles', async () => {
    const { user: shownUser } = await member.connection.call(getUserByEmail, {
      email: `user${owner.id}@parley.test`,
    });
    expect(shownUser).toMatchObject({ user_id: owner.id, delivery_email: null });
    for (const email of ['user999999@parley.test', 'abc', ' ', 'user1@elsewhere.test'])
      await expect(member.connection.call(getUserByEmail, { email })).rejects.toMatchObject(refused());
  });
  test('the response has a profile only on request, and bot properties only for bots', async () => {
    const plain = (await member.connection.call(getUserByEmail, { email: guest.email })).user;
    expect(plain).not.toHaveProperty('profile_data');
    expect(plain.bot_type).toBeNull();
    expect(plain).not.toHaveProperty('bot_owner_id');
    expect(plain).not.toHaveProperty('is_deleted');
    expect(plain.date_joined).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d\+00:00$/);
    const full = await member.connection.call(getUserByEmail, {
      email: guest.email,
      include_custom_profile_fields: true,
    });
    expect(full.user.profile_data).toEqual({});
    const made = await member.connection.call(createBot, { short_name: 'finder', full_name: 'Finder' });
    const { user: bot } = await guest.connection.call(getUserByEmail, {
      email: 'finder-bot@parley.test',
      include_custom_profile_fields: true,
    });
    expect(bot).toMatchObject({
      user_id: made.user_id,
      is_bot: true,
      bot_type: 1,
      bot_owner_id: member.id,
      delivery_email: 'finder-bot@parley.test',
    });
    expect(bot).not.toHaveProperty('profile_data');
  });
  test('the Gravatar URL is null for client_gravatar clients if the address is visible to everyone', async () => {
    const user = await server.user({ emailVisibility: 1 });
    await change(user.id, "avatar_source = 'G'");
    const avatarUrl = async (client_gravatar?: boolean) =>
      (
        await member.connection.call(getUserByEmail, {
          email: `user${user.id}@parley.test`,
          ...(client_gravatar === undefined ? {} : { client_gravatar }),
        })
      ).user.avatar_url;
    expect(await avatarUrl()).toBeNull();
    expect(await avatarUrl(false)).toMatch(/^https:\/\/secure\.gravatar\.com\/avatar\/[0-9a-f]{32}\?/);
    await change(user.id, 'email_visibility = 2');
    expect(await avatarUrl()).toMatch(/^https:/);
  });
  test('a flag other than true or false is refused', async () => {
    const answer = await fetch(`${server.url}/api/v1/users/${guest.email}?client_gravatar=1`, {
      headers: { authorization: `Basic ${btoa(`${member.email}:${member.apiKey}`)}` },
    });
    expect(answer.status).toBe(400);
  });
  test('the response names unsupported parameters', async () => {
    const answer = await fetch(`${server.url}/api/v1/users/${guest.email}?colour=red`, {
      headers: { authorization: `Basic ${btoa(`${member.email}:${member.apiKey}`)}` },
    });
    expect(await answer.json()).toMatchObject({ ignored_parameters_unsupported: ['colour'] });
  });
});

describe('getUsers and getOwnUser', () => {
  test('all users are listed as shown to the caller', async () => {
    const { members } = await member.connection.call(getUsers, {});
    const byId = new Map(members.map((shownUser) => [shownUser.user_id, shownUser]));
    expect(byId.get(owner.id)?.delivery_email).toBeNull();
    expect(byId.get(member.id)?.delivery_email).toBe(member.email);
    expect(byId.get(guest.id)?.delivery_email).toBe(guest.email);
    expect(byId.get(admin.id)).toMatchObject({ role: roles.administrator, is_admin: true, is_owner: false });
  });
  test('unknown ids are omitted', async () => {
    const { members } = await member.connection.call(getUsers, { user_ids: [admin.id, 999_999, -1] });
    expect(members.map((shownUser) => shownUser.user_id)).toEqual([admin.id]);
    expect((await member.connection.call(getUsers, { user_ids: [] })).members).toEqual([]);
  });
  test('the own user has the real address, an avatar and a profile', async () => {
    const me = await owner.connection.call(getOwnUser);
    expect(me).toMatchObject({
      user_id: owner.id,
      delivery_email: owner.email,
      email: `user${owner.id}@parley.test`,
      profile_data: {},
      max_message_id: -1,
    });
    expect(me.avatar_url).toMatch(/^\/user_avatars\/\d+\/[0-9a-f]{40}\.png$/);
  });
  test('users of another organization are not found', async () => {
    const realmId = await server.realm('elsewhere');
    const stranger = await server.user({ realmId, host: 'elsewhere.parley.test' });
    await expect(member.connection.call(getUser, { user_id: stranger.id })).rejects.toMatchObject(refused());
    await expect(
      owner.connection.call(updateUser, { user_id: stranger.id, full_name: 'Mine' }),
    ).rejects.toMatchObject(refused());
    await expect(owner.connection.call(deactivateUser, { user_id: stranger.id })).rejects.toMatchObject(
      refused(),
    );
    expect((await stranger.connection.call(getUsers, {})).members).toHaveLength(1);
  });
});

describe('updateUser', () => {
  test('administrators rename users, and everyone receives an event', async () => {
    const user = await server.user();
    const received = await listen(guest, ['realm_user']);
    await admin.connection.call(updateUser, { user_id: user.id, full_name: '  New Name ' });
    expect(await received()).toMatchObject([{ person: { user_id: user.id, full_name: 'New Name' } }]);
    for (const full_name of ['a*b', 'x'.repeat(101), 'Ada|12'])
      await expect(admin.connection.call(updateUser, { user_id: user.id, full_name })).rejects.toMatchObject(
        refused(),
      );
    await admin.connection.call(updateUser, { user_id: user.id, full_name: '  ' });
    await admin.connection.call(updateUser, { user_id: user.id, full_name: 'New Name' });
    await admin.connection.call(updateUser, { user_id: user.id });
    expect(await received()).toEqual([]);
    expect((await admin.connection.call(getUser, { user_id: user.id })).user.full_name).toBe('New Name');
  });
  test('other users may not change a user, except the owner of a bot', async () => {
    await expect(
      member.connection.call(updateUser, { user_id: guest.id, full_name: 'X' }),
    ).rejects.toMatchObject(refused());
    await expect(
      member.connection.call(updateUser, { user_id: member.id, full_name: 'X' }),
    ).rejects.toMatchObject(refused());
    const bot = await member.connection.call(createBot, { short_name: 'mine', full_name: 'Mine' });
    await member.connection.call(updateUser, { user_id: bot.user_id, full_name: 'Mine too' });
    await expect(
      member.connection.call(updateUser, { user_id: bot.user_id, role: roles.administrator }),
    ).rejects.toMatchObject(refused('UNAUTHORIZED_PRINCIPAL'));
    await expect(
      admin.connection.call(updateUser, { user_id: 999_999, full_name: 'X' }),
    ).rejects.toMatchObject(refused());
  });
  test('a role must be one of five, and an unchanged role emits no event', async () => {
    const user = await server.user();
    const received = await listen(guest, ['realm_user']);
    const basic = { authorization: `Basic ${btoa(`${admin.email}:${admin.apiKey}`)}` };
    for (const role of ['1000', '"400"', '400.0', 'null']) {
      const answer = await fetch(`${server.url}/api/v1/users/${user.id}`, {
        method: 'PATCH',
        headers: basic,
        body: new URLSearchParams({ role }),
      });
      expect(answer.status).toBe(400);
    }
    await admin.connection.call(updateUser, { user_id: user.id, role: roles.member });
    expect(await received()).toEqual([]);
    await admin.connection.call(updateUser, { user_id: user.id, role: roles.moderator });
    expect(await received()).toMatchObject([{ person: { user_id: user.id, role: roles.moderator } }]);
  });
  test('only owners add and remove owners', async () => {
    const user = await server.user();
    await expect(
      admin.connection.call(updateUser, { user_id: user.id, role: roles.owner }),
    ).rejects.toMatchObject(refused('UNAUTHORIZED_PRINCIPAL'));
    await expect(
      admin.connection.call(updateUser, { user_id: owner.id, role: roles.member }),
    ).rejects.toMatchObject(refused('UNAUTHORIZED_PRINCIPAL'));
    await owner.connection.call(updateUser, { user_id: user.id, role: roles.owner });
    await owner.connection.call(updateUser, { user_id: user.id, role: roles.member });
  });
  test('the only owner cannot lose the role until there is another owner', async () => {
    await expect(
      owner.connection.call(updateUser, { user_id: owner.id, role: roles.administrator }),
    ).rejects.toMatchObject(refused());
    const second = await server.user({ role: roles.owner });
    await owner.connection.call(updateUser, { user_id: second.id, role: roles.administrator });
    await owner.connection.call(deactivateUser, { user_id: second.id });
  });
  test('a guest cannot become an administrator in one step', async () => {
    for (const role of [roles.owner, roles.administrator])
      await expect(owner.connection.call(updateUser, { user_id: guest.id, role })).rejects.toMatchObject(
        refused(),
      );
    const user = await server.user({ role: roles.guest });
    await owner.connection.call(updateUser, { user_id: user.id, role: roles.member });
    await owner.connection.call(updateUser, { user_id: user.id, role: roles.administrator });
  });
  test('a refused change undoes the other changes of the request', async () => {
    const user = await server.user({ fullName: 'Before' });
    const received = await listen(guest, ['realm_user', 'user_group']);
    await expect(
      admin.connection.call(updateUser, {
        user_id: user.id,
        full_name: 'After',
        role: roles.moderator,
        profile_data: [{ id: 999_999, value: 'x' }],
      }),
    ).rejects.toMatchObject(refused());
    const { user: shownUser } = await admin.connection.call(getUser, { user_id: user.id });
    expect(shownUser).toMatchObject({ full_name: 'Before', role: roles.member });
    expect(await received()).toEqual([]);
  });
  test('an address is changed only by an owner with can_change_user_emails', async () => {
    const user = await server.user({ emailVisibility: 3 });
    const receivedByAdmin = await listen(admin, ['realm_user']);
    const receivedByMember = await listen(member, ['realm_user']);
    const to = (who: TestUser, new_email: string) =>
      who.connection.call(updateUser, { user_id: user.id, new_email });
    await expect(to(owner, 'new@example.com')).rejects.toMatchObject(refused());
    await change(owner.id, 'can_change_user_emails = true');
    await change(admin.id, 'can_change_user_emails = true');
    await expect(to(admin, 'new@example.com')).rejects.toMatchObject(refused());
    await expect(to(owner, 'not an address')).rejects.toMatchObject(refused());
    await expect(to(owner, member.email.toUpperCase())).rejects.toMatchObject(refused());
    await to(owner, 'New@Example.com');
    expect(await receivedByAdmin()).toMatchObject([
      { person: { user_id: user.id, delivery_email: 'New@example.com' } },
    ]);
    expect(await receivedByMember()).toEqual([]);
    await to(owner, 'New@example.com');
    expect(await receivedByAdmin()).toEqual([]);
  });
  test('a new address visible to everyone is published to everyone', async () => {
    const user = await server.user({ emailVisibility: 1 });
    await change(user.id, "avatar_source = 'G'");
    const received = await listen(guest, ['realm_user']);
    await owner.connection.call(updateUser, { user_id: user.id, new_email: 'open@example.com' });
    expect(await received()).toMatchObject([
      { person: { delivery_email: 'open@example.com' } },
      { person: { new_email: 'open@example.com' } },
      { person: { avatar_source: 'G', avatar_version: 1 } },
    ]);
  });
  test('updateUserByEmail finds the same users as getUserByEmail', async () => {
    const user = await server.user({ emailVisibility: 4 });
    await expect(
      owner.connection.call(updateUserByEmail, { email: user.email, full_name: 'X' }),
    ).rejects.toMatchObject(refused());
    await owner.connection.call(updateUserByEmail, {
      email: `user${user.id}@parley.test`,
      full_name: 'By address',
    });
    await owner.connection.call(updateUserByEmail, { email: guest.email, full_name: 'Gita Guest' });
    expect((await owner.connection.call(getUser, { user_id: user.id })).user.full_name).toBe('By address');
  });
  test('a name that looks like another is refused if names must be unique', async () => {
    const set = (text: string) =>
      server.server.world.pool.all(
        sql`update realm set settings = ${text}::jsonb where id = ${server.realmId}`,
      );
    const user = await server.user({ fullName: 'Unique' });
    await set('{"require_unique_names": true}');
    await expect(
      owner.connection.call(updateUser, { user_id: member.id, full_name: 'UNIQUE' }),
    ).rejects.toMatchObject(refused());
    await owner.connection.call(updateUser, { user_id: user.id, full_name: 'UNIQUE' });
    await set('{}');
  });
});

describe('createUser', () => {
  const password = 'mittens over the harbour';
  test('only an administrator with can_create_users creates users', async () => {
    const spec = { email: 'made@example.com', password, full_name: 'Made' };
    await expect(member.connection.call(createUser, spec)).rejects.toMatchObject(
      refused('UNAUTHORIZED_PRINCIPAL'),
    );
    await expect(admin.connection.call(createUser, spec)).rejects.toMatchObject(refused());
    await change(admin.id, 'can_create_users = true');
    const { user_id } = await admin.connection.call(createUser, spec);
    const { user: shownUser } = await admin.connection.call(getUser, { user_id });
    expect(shownUser).toMatchObject({ role: roles.member, delivery_email: 'made@example.com', timezone: '' });
  });
  test('a user needs a name, an unused address and a strong password', async () => {
    const good = { email: 'good@example.com', password, full_name: 'Good' };
    for (const bad of [
      { full_name: '' },
      { email: 'nobody' },
      { email: 'MADE@example.com' },
      { email: 'x@mailinator.com' },
      { password: 'password' },
      { password: 'short' },
    ])
      await expect(admin.connection.call(createUser, { ...good, ...bad })).rejects.toMatchObject(refused());
  });
  test('a new user is published once to everyone, with the address only for permitted roles', async () => {
    const receivedByAdmin = await listen(admin, ['realm_user', 'user_group']);
    const receivedByMember = await listen(member, ['realm_user', 'user_group']);
    const user = await server.user({ emailVisibility: 3, fullName: 'Newest' });
    const joined = { type: 'user_group', op: 'add_members', user_ids: [user.id] };
    expect(await receivedByAdmin()).toMatchObject([
      {
        type: 'realm_user',
        op: 'add',
        person: { user_id: user.id, delivery_email: user.email, profile_data: {} },
      },
      joined,
      joined,
    ]);
    expect(await receivedByMember()).toMatchObject([
      { type: 'realm_user', op: 'add', person: { user_id: user.id, delivery_email: null } },
      joined,
      joined,
    ]);
  });
});

describe('deactivateUser', () => {
  test('a deactivation is published, and the API key is rejected', async () => {
    const user = await server.user();
    const received = await listen(guest, ['realm_user']);
    const own = await listen(user, ['realm_user']);
    const waiting = own.wait().catch((error: unknown) => error);
    await admin.connection.call(deactivateUser, { user_id: user.id });
    expect(await waiting).toMatchObject({ status: 401 });
    expect(await received()).toMatchObject([{ person: { user_id: user.id, is_active: false } }]);
    await expect(user.connection.call(getOwnUser)).rejects.toMatchObject(refused('UNAUTHORIZED', 401));
    await expect(admin.connection.call(deactivateUser, { user_id: user.id })).rejects.toMatchObject(
      refused(),
    );

    await expect(member.connection.call(reactivateUser, { user_id: user.id })).rejects.toMatchObject(
      refused(),
    );
    await admin.connection.call(reactivateUser, { user_id: user.id });
    expect(await received()).toMatchObject([{ person: { user_id: user.id, is_active: true } }]);
    // A reactivated user logs in again.
    await expect(user.connection.call(getOwnUser)).rejects.toMatchObject(refused('UNAUTHORIZED', 401));
  });
  test('the bots of a deactivated user are deactivated', async () => {
    const user = await server.user();
    const bot = await user.connection.call(createBot, { short_name: 'orphan', full_name: 'Orphan' });
    const received = await listen(guest, ['realm_user']);
    await admin.connection.call(deactivateUser, { user_id: user.id });
    expect(await received()).toMatchObject([
      { person: { user_id: bot.user_id, is_active: false } },
      { person: { user_id: user.id, is_active: false } },
    ]);
    await admin.connection.call(reactivateUser, { user_id: bot.user_id });
    expect(await received()).toMatchObject([
      { person: { user_id: bot.user_id, is_active: true } },
      { person: { user_id: bot.user_id, bot_owner_id: admin.id } },
    ]);
  });
  test('only administrators deactivate users, and only owners deactivate owners', async () => {
    const user = await server.user();
    await expect(member.connection.call(deactivateUser, { user_id: user.id })).rejects.toMatchObject(
      refused(),
    );
    await expect(admin.connection.call(deactivateUser, { user_id: owner.id })).rejects.toMatchObject(
      refused('UNAUTHORIZED_PRINCIPAL'),
    );
    await expect(owner.connection.call(deactivateUser, { user_id: owner.id })).rejects.toMatchObject(
      refused(),
    );
    const bot = await member.connection.call(createBot, { short_name: 'target', full_name: 'Target' });
    await expect(admin.connection.call(deactivateUser, { user_id: bot.user_id })).rejects.toMatchObject(
      refused(),
    );
  });
  test('deleting the messages of a user needs the permission to delete any message', async () => {
    const user = await server.user();
    const boss = await server.user({ role: roles.administrator });
    const nobody = await server.server.world.pool.first(
      sql<{
        id: number;
      }>`select id from user_group where realm_id = ${server.realmId} and name = 'role:nobody'`,
    );
    const permit = (text: string) =>
      server.server.world.pool.all(
        sql`update realm set permissions = ${text}::jsonb where id = ${server.realmId}`,
      );
    await permit(JSON.stringify({ can_delete_any_message_group: nobody?.id }));
    const actions = { delete_direct_messages: true };
    await expect(boss.connection.call(deactivateUser, { user_id: user.id, actions })).rejects.toMatchObject(
      refused(),
    );
    await permit('{}');
    await boss.connection.call(deactivateUser, { user_id: user.id, actions });
  });
  test('messages in the chosen conversations are deleted with the account', async () => {
    const [user, other] = [await server.user(), await server.user()];
    const boss = await server.user({ role: roles.administrator });
    const open = await channelOf(server, 'open to all', [user, other]);
    const closed = await channelOf(server, 'closed', [user, other], { invite_only: true });
    const direct = (by: TestUser, to: TestUser) =>
      by.connection.call(sendMessage, { type: 'direct', to: [to.id], content: 'direct' });
    const kept = [await say(other, open, 'topic'), await say(user, closed, 'topic')];
    await say(user, open, 'topic');
    await say(user, open, 'other topic');
    await direct(user, other);
    kept.push((await direct(other, user)).id);
    const { pool } = server.server.world;
    const messages = async () => {
      const rows = await pool.all(sql<{ id: number }>`
        select id from message where sender_id in (${user.id}, ${other.id}) order by id`);
      return rows.map(({ id }) => id);
    };
    await boss.connection.call(deactivateUser, {
      user_id: user.id,
      actions: { delete_public_channel_messages: true, delete_direct_messages: true },
    });
    await removeRequested(server.server.world);
    expect(await messages()).toEqual(kept);
    expect(await pool.all(sql`select from message_removal`)).toEqual([]);
  });
  test('delete_profile clears the profile', async () => {
    const { id } = await admin.connection.call(createCustomProfileField, { field_type: 1, name: 'Town' });
    const user = await server.user();
    await admin.connection.call(updateUser, { user_id: user.id, profile_data: [{ id, value: 'Rome' }] });
    await admin.connection.call(deactivateUser, { user_id: user.id, actions: { delete_profile: true } });
    const { user: shownUser } = await admin.connection.call(getUser, {
      user_id: user.id,
      include_custom_profile_fields: true,
    });
    expect(shownUser).toMatchObject({ is_active: false, profile_data: {} });
  });
  test('a user can deactivate the own account, except the last owner and the last user', async () => {
    const user = await server.user();
    await user.connection.call(deactivateOwnUser);
    await expect(user.connection.call(getOwnUser)).rejects.toMatchObject({ status: 401 });
    await expect(owner.connection.call(deactivateOwnUser)).rejects.toMatchObject({
      ...refused('CANNOT_DEACTIVATE_LAST_USER'),
      body: { is_last_owner: true },
    });
    const realmId = await server.realm('lonely');
    const last = await server.user({ realmId, host: 'lonely.parley.test' });
    await expect(last.connection.call(deactivateOwnUser)).rejects.toMatchObject({
      ...refused('CANNOT_DEACTIVATE_LAST_USER'),
      body: { is_last_owner: false },
    });
  });
  type Removal = (by: TestUser, of: TestUser) => Promise<unknown>;
  const removals: Record<string, Removal> = {
    'demote each other': (by, of) => by.connection.call(updateUser, { user_id: of.id, role: roles.member }),
    'deactivate each other': (by, of) => by.connection.call(deactivateUser, { user_id: of.id }),
    'demote themselves': (by) => by.connection.call(updateUser, { user_id: by.id, role: roles.member }),
    leave: (by) => by.connection.call(deactivateOwnUser),
  };
  test.each(Object.entries(removals))(
    'one owner remains when two owners %s concurrently',
    async (name, remove) => {
      for (let round = 0; round < 3; round += 1) {
        const subdomain = `duel-${name.replaceAll(' ', '-')}-${round}`;
        const realmId = await server.realm(subdomain);
        const host = `${subdomain}.parley.test`;
        const a = await server.user({ realmId, host, role: roles.owner });
        const b = await server.user({ realmId, host, role: roles.owner });
        const results = await Promise.allSettled([remove(a, b), remove(b, a)]);
        expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
        const left = await server.server.world.pool.all(
          sql`select id from realm_user where realm_id = ${realmId} and role = 100 and is_active`,
        );
        expect(left).toHaveLength(1);
      }
    },
  );
});

describe('regenerateApiKey', () => {
  test('the old key is rejected, its open polls end, and the new key works', async () => {
    const user = await server.user();
    const own = await listen(user, ['realm_user']);
    const waiting = own.wait().catch((error: unknown) => error);
    const { api_key } = await user.connection.call(regenerateApiKey);
    expect(await waiting).toMatchObject({ status: 401 });
    expect(api_key).toMatch(/^[A-Za-z0-9]{32}$/);
    await expect(user.connection.call(getOwnUser)).rejects.toMatchObject(refused('UNAUTHORIZED', 401));
    const answer = await fetch(`${server.url}/api/v1/users/me`, {
      headers: { authorization: `Basic ${btoa(`${user.email}:${api_key}`)}` },
    });
    expect(answer.status).toBe(200);
  });
});
