import { roles } from '@parley/contract/rights/roles.ts';
import {
  createUser,
  deactivateOwnUser,
  deactivateUser,
  getUser,
  updateUser,
} from '@parley/contract/endpoints/users.ts';
import { createCustomProfileField } from '@parley/contract/endpoints/profile-fields.ts';
import { sendMessage } from '@parley/contract/endpoints/messages.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../engine/db/sql.ts';
import { startTestServer, type TestUser, type TestServer } from '@parley/test-support/harness.ts';
import { channelOf, say } from '@parley/test-support/talk.ts';
import { removeRequested } from '../../chat/messages/editing/remove-messages-of.ts';

let server: TestServer;
let owner: TestUser;
let admin: TestUser;
let member: TestUser;

beforeAll(async () => {
  server = await startTestServer((config) => ({ ...config, gravatar: true }));
  owner = await server.user({ role: roles.owner, fullName: 'Olga Owner', emailVisibility: 4 });
  admin = await server.user({ role: roles.administrator, fullName: 'Anton Admin', emailVisibility: 3 });
  member = await server.user({ role: roles.member, fullName: 'Mia Member', emailVisibility: 3 });
});
afterAll(() => server.stop());

function refused(code = 'BAD_REQUEST', status = 400) {
  return { code, status };
}

describe('updateUser', () => {
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
});

describe('deactivateUser', () => {
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
