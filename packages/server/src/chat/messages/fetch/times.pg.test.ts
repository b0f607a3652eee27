import type { NarrowTerm } from '@parley/contract/objects/narrow.ts';
import { subscribe } from '@parley/contract/endpoints/channels.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../../engine/db/sql.ts';
import { startTestServer, type TestServer, type TestUser } from '@parley/test-support/harness.ts';
import { found, post, term } from '@parley/test-support/find-messages.ts';
import { NEWEST } from './anchor.ts';
import { idBefore, windowOf } from './times.ts';

let server: TestServer;
let ada: TestUser;
/** A message of each day of March from the first on; those of the sixth to the eighth are of another chat. */
const ids: number[] = [];

beforeAll(async () => {
  server = await startTestServer();
  ada = await server.user();
  await ada.connection.call(subscribe, { subscriptions: [{ name: 'lab' }] });
  for (let n = 0; n < 10; n += 1) ids.push(await post(ada, 'lab', 'log', `entry ${n}`));
  await server.server.world.write(server.realmId, async (tx) => {
    for (const [n, id] of ids.entries())
      await tx.all(
        sql`update message set sent_at = timestamptz '2026-03-01 12:00Z' + ${n} * interval '1 day'
          where realm_id = ${tx.realmId} and id = ${id}`,
      );
  });
});
afterAll(() => server.stop());

function on(day: number, time = ''): string {
  return `2026-03-${String(day).padStart(2, '0')}${time}`;
}

/** The places of what was found. */
async function at(...terms: readonly NarrowTerm[]): Promise<number[]> {
  const got = await found(ada, term('channel', 'lab'), ...terms);
  return got.map((id) => ids.indexOf(id)).filter((place) => place !== -1);
}

const pool = () => server.server.world.pool;
const utc = (day: number): Date => new Date(`${on(day)}T00:00Z`);

test('terms of time bound a search, alone, with words and negated', async () => {
  expect(await at(term('date', on(3)))).toEqual([2]);
  expect(await at(term('before', on(3)))).toEqual([0, 1]);
  expect(await at(term('after', on(8)))).toEqual([8, 9]);
  expect(await at(term('after', on(3, 'T12:00:00Z')), term('before', on(5, 'T14:00+02:00')))).toEqual([2, 3]);
  expect(await at(term('-date', on(3)), term('before', on(5)))).toEqual([0, 1, 3]);
  expect(await at(term('search', 'entry'), term('date', on(4)))).toEqual([3]);
  expect(await at(term('before', on(3)), term('after', on(3)))).toEqual([]);
});

test('a search reads only the ids of its period', async () => {
  const { realmId } = server;
  const window = await windowOf(pool(), realmId, [
    { condition: { kind: 'sent', period: { from: utc(3), to: utc(5) } }, isNegated: false },
    { condition: { kind: 'sent', period: { from: utc(2), to: utc(9) } }, isNegated: false },
  ]);
  expect(window).toEqual({ after: ids[1], before: (ids[3] ?? 0) + 1 });
  expect(await windowOf(pool(), realmId, [])).toBeUndefined();
});

test('messages of other chats are found by their own times', async () => {
  const imported = [5, 6, 7].map((n) => ids[n] ?? 0);
  await server.server.world.write(server.realmId, async (tx) => {
    for (const [n, id] of imported.entries()) {
      await tx.all(
        sql`insert into imported (realm_id, origin, kind, source_id, id)
          values (${tx.realmId}, 'slack', 'message', ${String(n)}, ${id})`,
      );
      await tx.all(
        sql`update message set sent_at = timestamptz '2026-01-01 12:00Z' + ${n} * interval '1 day'
          where realm_id = ${tx.realmId} and id = ${id}`,
      );
    }
  });
  expect(await at(term('date', '2026-01-02'))).toEqual([6]);
  expect(await at(term('before', on(3)))).toEqual([0, 1, 5, 6, 7]);
  expect(await at(term('after', on(8)))).toEqual([8, 9]);
  expect(await at(term('date', on(4)))).toEqual([3]);
  const { realmId } = server;
  expect(await idBefore(pool(), realmId, utc(10))).toBe(ids[8]);
  expect(await idBefore(pool(), realmId, utc(7))).toBe(ids[4]);
  const early = { condition: { kind: 'sent', period: { to: utc(2) } }, isNegated: false } as const;
  expect(await windowOf(pool(), realmId, [early])).toEqual({ after: 0, before: (ids[7] ?? 0) + 1 });
  expect(await idBefore(pool(), realmId, new Date(NEWEST / 1000))).toBe(ids[9]);
});
