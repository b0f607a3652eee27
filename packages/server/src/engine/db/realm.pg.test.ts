import { setTimeout as pause } from 'node:timers/promises';
import { startTestServer, type TestServer } from '@parley/test-support/harness.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findRealm, hasArrived } from './realm.ts';
import { sql } from './sql.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

function pool() {
  return server.server.world.pool;
}

async function note(realmId: number, subdomain: string, state: 'arriving' | 'departed'): Promise<void> {
  await pool().all(sql`insert into realm_transfer (realm_id, state, subdomain, cell, url)
    values (${realmId}, ${state}, ${subdomain}, 7, 'http://elsewhere.example')`);
}

const MOVED = { code: 'ORGANIZATION_MOVED', extra: { url: 'http://elsewhere.example' } };

test('requests for an organization that is arriving wait for it', async () => {
  await note(1_000_001, 'arriving', 'arriving');
  const waits = [findRealm(pool(), 'arriving'), findRealm(pool(), 'arriving')];
  const first = await Promise.race([waits[0], pause(300, 'waits')]);
  expect(first).toBe('waits');
  const id = await server.realm('arriving');
  await pool().all(sql`delete from realm_transfer where subdomain = 'arriving'`);
  expect((await Promise.all(waits)).map((realm) => realm?.id)).toEqual([id, id]);
});

test('an organization that does not arrive in time, or has departed, lives elsewhere', async () => {
  await note(1_000_002, 'late', 'arriving');
  await note(1_000_003, 'gone', 'departed');
  await expect(findRealm(pool(), 'late')).rejects.toMatchObject(MOVED);
  await expect(findRealm(pool(), 'gone')).rejects.toMatchObject(MOVED);
});

test('an organization that nobody knows is not waited for', async () => {
  expect(await hasArrived(pool(), 'unknown')).toBe(false);
  expect(await findRealm(pool(), 'unknown')).toBeUndefined();
});

test('an organization that arrived since it was missed is looked up again', async () => {
  const id = await server.realm('just-here');
  expect(await hasArrived(pool(), 'just-here')).toBe(false);
  await pool().all(sql`update realm set moves = 1 where id = ${id}`);
  expect(await hasArrived(pool(), 'just-here')).toBe(true);
});

test('requests that wait for an organization whose move is given up are led to its old cell', async () => {
  await note(1_000_004, 'stays', 'arriving');
  const waits = findRealm(pool(), 'stays');
  const first = await Promise.race([waits, pause(100, 'waits')]);
  expect(first).toBe('waits');
  const refusal = waits.catch((error: unknown) => error);
  await pool().all(sql`delete from realm_transfer where subdomain = 'stays'`);
  expect(await refusal).toMatchObject(MOVED);
});
