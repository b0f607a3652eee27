import { startTestServer, type TestServer } from '@parley/test-support/harness.ts';
import { startMailbox, type Mailbox } from '@parley/test-support/mailbox.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql, type Query } from '../../engine/db/sql.ts';
import type { World } from '../../http/world.ts';
import { sendDueMail } from './send-mail.ts';

const ORGANIZATIONS = 20;
const DUE = 100_000;
const PORTION = 2_000;

let mailbox: Mailbox;
let server: TestServer;

beforeAll(async () => {
  mailbox = await startMailbox();
  server = await startTestServer((config) => ({
    ...config,
    mail: { url: mailbox.url, from: 'chat@parley.test' },
  }));
  for (let n = 1; n < ORGANIZATIONS; n += 1) await server.realm(`mail-${n}`);
});
afterAll(async () => {
  await server.stop();
  await mailbox.stop();
});

type Plan = {
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
};

/** The pages that the statement reads which chooses e-mails, and the number of those that it chooses. */
async function chosen(): Promise<{ readonly pages: number; readonly count: number }> {
  const { world } = server.server;
  const queries: Query<unknown>[] = [];
  const pool = {
    ...world.pool,
    all: (query: Query<unknown>) => {
      queries.push(query);
      return Promise.resolve([]);
    },
  } as World['pool'];
  await sendDueMail({ ...world, pool });
  const [query] = queries;
  if (query === undefined || !('isRawBuilder' in query)) throw new Error('There is no statement.');
  const row = await world.pool.first(
    sql<{ 'QUERY PLAN': [{ Plan: Plan & { 'Actual Rows': number } }] }>`
      explain (analyze, buffers, format json) ${query}`,
  );
  const plan = row?.['QUERY PLAN'][0].Plan;
  if (plan === undefined) throw new Error('There is no plan.');
  return { pages: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'], count: plan['Actual Rows'] };
}

/** Adds e-mails of all organizations that are due after so many minutes, in portions within the time of a statement. */
async function add(count: number, minutes: number): Promise<void> {
  const { pool } = server.server.world;
  for (let added = 0; added < count; added += PORTION)
    await pool.all(
      sql`insert into mail (realm_id, kind, sealed, expires_at, next_try_at)
        select id, 'test', 'sealed', now() + interval '1 day', now() + make_interval(mins => ${minutes})
        from realm cross join generate_series(1, ${PORTION / ORGANIZATIONS}::int)`,
    );
  await pool.all(sql`analyze mail`);
}

test('a hundred thousand e-mails that are due or wait cost the next batch no more than a few', async () => {
  await add(DUE / 10, 60);
  const waiting = await chosen();
  expect(waiting.count).toBe(0);
  expect(waiting.pages).toBeLessThan(20);
  await add(DUE, -60);
  const due = await chosen();
  expect(due.count).toBe(3);
  expect(due.pages).toBeLessThan(1_000);
});
