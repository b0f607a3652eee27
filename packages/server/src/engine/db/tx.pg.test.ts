import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '@parley/test-support/eventually.ts';
import { startTestServer, type TestServer } from '@parley/test-support/harness.ts';
import { sql } from './sql.ts';
import type { Tx } from './tx.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

function lengthen(tx: Tx, realmId: number): Promise<unknown> {
  return tx.all(sql`update realm set name = name || 'x' where id = ${realmId}`);
}

async function lengthOf(realmId: number): Promise<number> {
  const row = await server.server.world.pool.first(
    sql<{ length: number }>`select length(name) from realm where id = ${realmId}`,
  );
  return row?.length ?? 0;
}

test('a transaction blocked for longer than the lock timeout is retried and applied once', async () => {
  const { write, pool } = server.server.world;
  const realmId = await server.realm('blocked');
  const before = await lengthOf(realmId);
  const blocker = await pool.connect();
  await blocker.query('begin');
  await blocker.query('select 1 from realm where id = $1 for update', [realmId]);
  let attempts = 0;
  const change = write(realmId, async (tx) => {
    attempts += 1;
    await lengthen(tx, realmId);
  });
  await eventually(() => expect(attempts).toBe(2));
  await blocker.query('rollback');
  blocker.release();
  await change;
  expect(await lengthOf(realmId)).toBe(before + 1);
});

test('of two deadlocked transactions both are applied', async () => {
  const { write } = server.server.world;
  const [one, two] = [await server.realm('first'), await server.realm('second')];
  const before = [await lengthOf(one), await lengthOf(two)];
  const locked = new Map([
    [one, Promise.withResolvers<void>()],
    [two, Promise.withResolvers<void>()],
  ]);
  const inOrder =
    (first: number, second: number) =>
    async (tx: Tx): Promise<void> => {
      await lengthen(tx, first);
      locked.get(first)?.resolve();
      await locked.get(second)?.promise;
      await lengthen(tx, second);
    };
  const forward = write(one, inOrder(one, two));
  let attempts = 0;
  const backward = write(two, async (tx) => {
    attempts += 1;
    // If both gave up, a second deadlock would prove nothing more.
    if (attempts > 1) await forward;
    await inOrder(two, one)(tx);
  });
  await Promise.all([forward, backward]);
  for (const [index, id] of [one, two].entries()) expect(await lengthOf(id)).toBe((before[index] ?? 0) + 2);
});
