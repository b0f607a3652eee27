import { createDrafts, getDrafts } from '@parley/contract/endpoints/drafts.ts';
import { getEvents, registerQueue } from '@parley/contract/endpoints/queues.ts';
import { Client, type DatabaseError } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isUnavailable } from '../engine/db/errors.ts';
import { sql } from '../engine/db/sql.ts';
import { eventually } from '@parley/test-support/eventually.ts';
import { startTestServer, type TestUser, type TestServer } from '@parley/test-support/harness.ts';
import { startOwnPostgres, type OwnPostgres } from '@parley/test-support/own-postgres.ts';

let postgres: OwnPostgres;
let server: TestServer;
let ada: TestUser;

beforeAll(async () => {
  postgres = await startOwnPostgres();
  server = await startTestServer(undefined, postgres.url);
  ada = await server.user({ fullName: 'Ada' });
});
afterAll(async () => {
  await postgres.start().catch(() => {});
  await server.stop();
  await postgres.remove();
});

function draft(content: string) {
  return { type: '' as const, to: [], topic: '', content };
}

test('requests get 503 with Retry-After while PostgreSQL is unavailable, and succeed after it restarts', async () => {
  const queue = await ada.connection.call(registerQueue, { event_types: ['drafts'] });
  const waiting = ada.connection.call(getEvents, {
    queue_id: queue.queue_id,
    last_event_id: queue.last_event_id,
  });
  await expect.poll(() => server.server.world.hub.size.waiting).toBe(1);
  await postgres.stop();
  for (let i = 0; i < 5; i += 1) {
    const refused = await ada.connection.call(getDrafts).catch((error: unknown) => error);
    expect(refused).toMatchObject({ status: 503, code: 'UNAVAILABLE' });
    expect((refused as { headers: Headers }).headers.get('retry-after')).toBe('1');
  }
  await postgres.start();
  await eventually(() => ada.connection.call(createDrafts, { drafts: [draft('restored')] }));
  expect(await waiting).toMatchObject({ events: [{ type: 'drafts', op: 'add' }] });
});

test('a database that refuses connections counts as unavailable, a statement error does not', async () => {
  const name = new URL(server.databaseUrl).pathname.slice(1);
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  await client.query(`alter database ${name} allow_connections false`);
  await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
  await expect.poll(() => server.server.world.pool.load.open).toBe(0);
  const refused = await ada.connection.call(getDrafts).catch((error: unknown) => error);
  expect(refused).toMatchObject({ status: 503, code: 'UNAVAILABLE' });
  await client.query(`alter database ${name} allow_connections true`);
  await client.end();
  expect(await ada.connection.call(getDrafts)).toMatchObject({ result: 'success' });
  const mistake = await server.server.world.pool
    .all(sql`select currval('draft_id')`)
    .catch((error: unknown) => error);
  expect([(mistake as DatabaseError).code, isUnavailable(mistake)]).toEqual(['55000', false]);
});

test('a stopping server answers every waiting poll', async () => {
  const polls = await Promise.all(
    Array.from({ length: 50 }, async () => {
      const queue = await ada.connection.call(registerQueue, { event_types: ['drafts'] });
      return { answer: ada.connection.call(getEvents, { queue_id: queue.queue_id, last_event_id: -1 }) };
    }),
  );
  await expect.poll(() => server.server.world.hub.size.waiting).toBe(50);
  await server.server.stop();
  for (const { answer } of polls) expect(await answer).toMatchObject({ result: 'success', events: [] });
});
