import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestServer, type TestServer } from '@parley/test-support/harness.ts';
import { sql } from './sql.ts';
import type { Tx } from './tx.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

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
  await vi.waitFor(() => expect(attempts).toBe(2), { timeout: 10_000 });
  await blocker.query('rollback');
  blocker.release();
  await change;
  expect(await lengthOf(realmId)).toBe(before + 1);
});

test('of two deadlocked transactions both are applied', async () => {
  const { write } = server.server.world;
  const [one, two] = [await server.realm('first'), await server.realm('second')];
  const before = [await lengthOf(one), await lengthOf(two)];
  const inOrder =
    (first: number, second: number, between: number) =>
    async (tx: Tx): Promise<void> => {
      for (const id of [first, second]) {
        await lengthen(tx, id);
        await pause(between);
      }
    };
  await Promise.all([write(one, inOrder(one, two, 400)), write(two, inOrder(two, one, 50))]);
  for (const [index, id] of [one, two].entries()) expect(await lengthOf(id)).toBe((before[index] ?? 0) + 2);
});
