import { roles } from '@parley/contract/rights/roles.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../engine/clock.ts';
import { sql } from '../../engine/db/sql.ts';
import type { Account } from '../../http/accounts.ts';
import { hexHashOf } from '../../engine/secrets/seal.ts';
import { startTestServer, type TestUser, type TestServer } from '@parley/test-support/harness.ts';
import { presentModern } from './present.ts';
import { readPresences } from './queries.ts';
import { createRecentPresence } from './recent.ts';
import { createPresenceStore } from './store.ts';

let server: TestServer;
let ada: TestUser;
let users: TestUser[];
let shift = 0;
const clock = { ...systemClock, monotonic: () => systemClock.monotonic() + shift };

beforeAll(async () => {
  server = await startTestServer();
  ada = await server.user();
  users = [ada];
  for (let n = 0; n < 5; n += 1) users.push(await server.user());
});
afterAll(() => server.stop());

function pool() {
  return server.server.world.pool;
}

async function account(who = ada): Promise<Account> {
  const found = await server.server.world.findAccount(hexHashOf(who.apiKey));
  if (found === undefined) throw new Error('There is no such account.');
  return found;
}

function note(n: number, seconds: number): Promise<unknown> {
  return pool().all(
    sql`select * from note_presence(array[${server.realmId}]::bigint[], array[${users[n]?.id ?? 0}]::bigint[],
      array[${seconds}]::float8[], array[${seconds}]::float8[], 55)`,
  );
}

async function head(): Promise<number> {
  return (
    (
      await pool().first(
        sql<{ last_id: number }>`select last_id from presence_head where realm_id = ${server.realmId}`,
      )
    )?.last_id ?? 0
  );
}

test('the cache returns the same changes as the database', async () => {
  const recent = createRecentPresence(pool(), clock);
  await note(0, 1_000_000);
  await note(1, 1_000_000);
  expect(await recent.after(await account(), 2)).toEqual({ members: '', last: 2 });
  const from = 1;
  const same = async (): Promise<void> => {
    const last = await head();
    for (let id = from; id <= last + 1; id += 1) {
      const actor = await account();
      const [kept] = await Promise.all([recent.after(actor, id), recent.after(actor, last)]);
      const rows = await readPresences(pool(), actor, { lastUpdateId: id }, 0);
      expect(JSON.parse(`{${String(kept?.members)}}`)).toEqual(presentModern(rows));
      expect(kept?.last).toBe(Math.max(id, ...rows.map((row) => row.update_id)));
    }
  };
  for (const [step, n] of [1, 2, 1, 3, 4, 1, 0, 5, 5, 2].entries()) {
    await note(n, 1_000_100 + step * 100);
    if (step % 2 === 0) await same();
  }
  await pool().all(sql`update realm_user set is_active = false where id = ${users[3]?.id ?? 0}`);
  await same();
  await pool().all(sql`update realm_user set is_active = true where id = ${users[3]?.id ?? 0}`);
  await pool().all(sql`select hide_presence(${server.realmId}, ${users[4]?.id ?? 0}, to_timestamp(1000000))`);
  await same();
});

test('old changes expire, and requests for them need the database', async () => {
  const recent = createRecentPresence(pool(), clock);
  const from = await head();
  const idsAfter = async (id: number): Promise<string[] | undefined> => {
    const changes = await recent.after(await account(), id);
    return changes && Object.keys(JSON.parse(`{${String(changes.members)}}`) as object);
  };
  const [, second, third] = users.map(({ id }) => String(id));
  await note(1, 2_000_000);
  expect(await idsAfter(from)).toEqual([second]);
  await pool().all(
    sql`update presence_head set last_id = last_id + 300000 where realm_id = ${server.realmId}`,
  );
  await note(2, 2_000_000);
  expect(await idsAfter(from)).toEqual([second, third]);
  shift += 200_000;
  await note(3, 2_000_000);
  expect(await idsAfter(from + 300_002)).toHaveLength(1);
  expect(await idsAfter(from)).toBeUndefined();
  const later = createRecentPresence(pool(), clock);
  expect(await later.after(await account(), from)).toBeUndefined();
  expect((await later.after(await account(), from + 300_001))?.last).toBe(from + 300_003);
});

test('clients of a large organization share the changes of ten seconds, and miss none', async () => {
  const recent = createRecentPresence(pool(), clock);
  const from = await head();
  const crowd = await pool().all(
    sql<{ id: number }>`
      insert into realm_user (realm_id, delivery_email, full_name, role, key_hash, key_sealed)
      select ${server.realmId}, 'crowd' || n || '@example.com', 'Crowd ' || n, 400,
             decode(md5('crowd' || n), 'hex'), '' from generate_series(1, 600) as n returning id`,
  );
  const report = async (count: number, seconds: number): Promise<void> => {
    const at = seconds * 1000;
    const reports = crowd.slice(0, count).map(({ id }) => ({ userId: id, idleAt: at, activeAt: at }));
    await createPresenceStore(pool()).note(reports.map((report) => ({ realmId: server.realmId, ...report })));
  };
  const known = new Map<string, unknown>();
  const ask = async (id: number) => {
    const changes = await recent.after(await account(), id);
    for (const [user, times] of Object.entries(JSON.parse(`{${String(changes?.members)}}`) as object))
      known.set(user, times);
    return { members: changes?.members, last: changes?.last ?? 0 };
  };
  await report(600, 3_000_000);
  const first = await ask(from);
  expect(first.last).toBe(from + 600);
  await report(300, 3_000_200);
  expect((await ask(first.last)).last).toBe(first.last);
  shift += 10_000;
  const second = await ask(first.last);
  expect(second.last).toBe(first.last + 300);
  // This client asked another node in between.
  const third = await ask(first.last + 100);
  expect(second.members).toBeInstanceOf(Buffer);
  expect(third.members).toBe(second.members);
  const rows = await readPresences(pool(), await account(), { lastUpdateId: from }, 0);
  expect(Object.fromEntries(known)).toEqual(presentModern(rows));
});

test('guests do not use the cache', async () => {
  const recent = createRecentPresence(pool(), clock);
  const guest = await server.user({ role: roles.guest });
  expect(await recent.after(await account(guest), await head())).toBeUndefined();
});
