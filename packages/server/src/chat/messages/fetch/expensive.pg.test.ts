import { updateMessageFlags } from '@parley/contract/endpoints/message-flags.ts';
import { getMessages } from '@parley/contract/endpoints/message-search.ts';
import { getDrafts } from '@parley/contract/endpoints/drafts.ts';
import { startTestServer, type TestServer, type TestUser } from '@parley/test-support/harness.ts';
import { until } from '@parley/test-support/eventually.ts';
import { raw } from '@parley/test-support/raw.ts';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../../engine/db/sql.ts';

let server: TestServer;
let searcher: TestUser;
let neighbor: TestUser;
let blocker: Client;

beforeAll(async () => {
  server = await startTestServer();
  searcher = await server.user();
  neighbor = await server.user({ realmId: await server.realm('other'), host: 'other.parley.test' });
  blocker = new Client({ connectionString: server.databaseUrl });
  await blocker.connect();
});
afterAll(async () => {
  await blocker.end();
  await server.stop();
});

const SEARCH = [{ operator: 'search' as const, operand: 'anything' }];

/** Runs work while every read of messages waits for a lock. */
async function whileMessagesAreLocked(work: () => Promise<void>): Promise<void> {
  await blocker.query('begin');
  await blocker.query('lock table message in access exclusive mode');
  try {
    await work();
  } finally {
    await blocker.query('rollback');
  }
}

const MANY_IDS = Array.from({ length: 1000 }, (_, n) => n + 1);

test.each([
  [
    'searches',
    () =>
      searcher.connection.call(getMessages, {
        anchor: 'newest',
        num_before: 50,
        num_after: 0,
        narrow: SEARCH,
      }),
  ],
  [
    'changes of flags',
    () => searcher.connection.call(updateMessageFlags, { messages: MANY_IDS, op: 'add', flag: 'starred' }),
  ],
])('slow %s of a user take two connections', async (_name, ask: () => Promise<unknown>) => {
  const asked: Promise<unknown>[] = [];
  const waits: number[] = [];
  await whileMessagesAreLocked(async () => {
    for (let n = 0; n < 20; n += 1) asked.push(ask().catch(() => {}));
    await until(async () => (await waitingForMessages()) > 0);
    for (let n = 0; n < 5; n += 1) {
      await neighbor.connection.call(getDrafts);
      waits.push(await waitingForMessages());
    }
  });
  await Promise.all(asked);
  expect(Math.max(...waits)).toBeLessThanOrEqual(2);
});

/**
 * Connections that wait for the lock with the same statement. Jobs of the node wait with others. The list of connections is that of the
 * beginning of a transaction, unless it is cleared.
 */
async function waitingForMessages(): Promise<number> {
  await blocker.query('select pg_stat_clear_snapshot()');
  const { rows } = await blocker.query<{ count: number }>(
    `select count(*)::integer as count from pg_locks l join pg_stat_activity a using (pid)
      where not l.granted and l.relation = 'message'::regclass
      group by a.query order by count desc limit 1`,
  );
  return rows[0]?.count ?? 0;
}

test('a user who has too many searches waiting gets 429', async () => {
  const refusals: unknown[] = [];
  const searches: Promise<unknown>[] = [];
  await whileMessagesAreLocked(async () => {
    for (let n = 0; n < 30; n += 1)
      searches.push(
        searcher.connection
          .call(getMessages, { anchor: 'newest', num_before: 50, num_after: 0, narrow: SEARCH })
          .catch((error: unknown) => refusals.push(error)),
      );
    await until(() => refusals.length > 0);
  });
  await Promise.all(searches);
  expect(refusals[0]).toMatchObject({ status: 429, code: 'RATE_LIMIT_HIT' });
});

test('a search counts as five requests, and the headers say so', async () => {
  const limited = await startTestServer((config) => ({ ...config, rateLimits: true }));
  try {
    const user = await limited.user();
    // A long period, so that nothing is given back during the test.
    await limited.server.world.pool.all(sql`update realm_user set rate_limits = '36000:200'`);
    const remaining = async (path: string): Promise<number> =>
      Number((await raw(limited, path, { as: user })).headers['x-ratelimit-remaining']);
    expect(await remaining('/api/v1/users/me')).toBe(199);
    const search = `narrow=${encodeURIComponent(JSON.stringify(SEARCH))}`;
    expect(await remaining(`/api/v1/messages?anchor=newest&num_before=50&num_after=0&${search}`)).toBe(194);
    expect(await remaining('/api/v1/messages?anchor=newest&num_before=5000&num_after=0')).toBe(189);
    expect(await remaining('/api/v1/messages?anchor=newest&num_before=100&num_after=0')).toBe(188);
  } finally {
    await limited.stop();
  }
});
