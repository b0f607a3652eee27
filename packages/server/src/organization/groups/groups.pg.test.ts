import { roles } from '@parley/contract/rights/roles.ts';
import { updateUser } from '@parley/contract/endpoints/users.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { q, sql } from '../../engine/db/sql.ts';
import type { UserRow } from '../../http/actor.ts';
import { promoteFullMembers } from './promote-full-members.ts';
import { systemGroupIds } from './rows.ts';
import { startTestServer, type TestServer } from '@parley/test-support/harness.ts';
import { listen } from '@parley/test-support/listen.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

function pool() {
  return server.server.world.pool;
}

async function rowOf(id: number): Promise<UserRow> {
  const row = await pool().first(q.selectFrom('realm_user').selectAll().where('id', '=', id));
  if (row === undefined) throw new Error('Nobody has this id.');
  return row;
}

test('members become full members after the waiting period', async () => {
  const realmId = await server.realm('patient');
  const host = 'patient.parley.test';
  await pool().all(sql`update realm set settings = '{"waiting_period_threshold": 3}' where id = ${realmId}`);
  const boss = await server.user({ realmId, host, role: roles.owner });
  const fresh = await server.user({ realmId, host });
  const seasoned = await server.user({ realmId, host });
  const received = await listen(boss, ['user_group']);
  await promoteFullMembers(server.server.world);
  expect(await received()).toEqual([]);
  await pool().all(
    sql`update realm_user set date_joined = now() - interval '73 hours' where id = ${seasoned.id}`,
  );
  await promoteFullMembers(server.server.world);
  await promoteFullMembers(server.server.world);
  const ids = await systemGroupIds(pool(), realmId);
  expect(await received()).toMatchObject([
    { op: 'add_members', group_id: ids['role:fullmembers'], user_ids: [seasoned.id] },
  ]);
  expect((await rowOf(fresh.id)).is_full_member).toBe(false);
  await boss.connection.call(updateUser, { user_id: fresh.id, role: roles.moderator });
  await boss.connection.call(updateUser, { user_id: fresh.id, role: roles.member });
  expect((await rowOf(fresh.id)).is_full_member).toBe(false);
});
