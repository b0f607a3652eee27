import { updatePresence } from '@parley/contract/endpoints/presence.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '@parley/test-support/eventually.ts';
import { startTestServer, type TestUser, type TestServer } from '@parley/test-support/harness.ts';
import { startOwnPostgres, type OwnPostgres } from '@parley/test-support/own-postgres.ts';

let postgres: OwnPostgres;
let server: TestServer;

beforeAll(async () => {
  postgres = await startOwnPostgres();
  server = await startTestServer((config) => ({ ...config, logLevel: 'silent' }), postgres.url);
});
afterAll(async () => {
  await server.stop();
  await postgres.remove();
});

function report({ connection }: TestUser, last: number) {
  return connection.call(updatePresence, { status: 'active', last_update_id: last });
}

test('acknowledged reports survive a crash of PostgreSQL, and no update id is assigned twice', async () => {
  const [ada, grace] = [await server.user(), await server.user()];
  const before = await report(ada, -1);
  const last = before.presence_last_update_id ?? 0;
  await postgres.crashAndRestart();
  const after = await eventually(() => report(grace, last));
  expect(Object.keys(after.presences ?? {})).toEqual([String(grace.id)]);
  expect(after.presence_last_update_id).toBe(last + 1);
  const all = await report(grace, -1);
  expect(all.presences).toMatchObject(before.presences ?? {});
});
