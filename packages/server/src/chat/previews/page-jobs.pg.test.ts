import { deleteMessage, sendMessage, updateMessage } from '@parley/contract/endpoints/messages.ts';
import { startTestServer, type TestServer, type TestUser } from '@parley/test-support/harness.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from '../../engine/db/sql.ts';
import { applyPages } from './apply-pages.ts';
import { claimPageJobs, type PageJob } from './page-jobs.ts';

let server: TestServer;
let user: TestUser;
const held = Promise.withResolvers<void>();
beforeAll(async () => {
  server = await startTestServer();
  // The node has no free place, so only the tests claim jobs.
  const { running } = server.server.world.linkedPages;
  while (running.free > 0) running.start(0, () => held.promise);
  await turnOn(server.realmId);
  user = await server.user();
});
beforeEach(() => pool().all(sql`delete from page_job`));
afterAll(async () => {
  held.resolve();
  await server.stop();
});

function pool() {
  return server.server.world.pool;
}

function turnOn(realmId: number): Promise<unknown> {
  return pool().all(sql`
    update realm set settings = settings || '{"inline_url_embed_preview": true}' where id = ${realmId}`);
}

const CONTENT = 'see https://site.example/page';
const NEW = { content: CONTENT, rendered: '<p>with a card</p>' };

async function say(as = user): Promise<number> {
  return (await as.connection.call(sendMessage, { type: 'direct', to: [as.id], content: CONTENT })).id;
}

function claim(count = 10, busy: readonly number[] = []): Promise<PageJob[]> {
  return claimPageJobs(server.server.world, count, busy);
}

async function claimOne(): Promise<PageJob> {
  const [job] = await claim();
  if (job === undefined) throw new Error('There is no job.');
  return job;
}

/** The HTML of a message, and the number of rendering updates in the log. */
async function stateOf(id: number) {
  const [message] = await pool().all(
    sql<{ rendered: string }>`select rendered from message where id = ${id}`,
  );
  const [log] = await pool().all(sql<{ count: number }>`
    select count(*) as count from log_entry where event::jsonb ->> 'rendering_only' = 'true' and event::jsonb ->> 'message_id' = ${String(id)}`);
  return [message?.rendered, log?.count];
}

test('a claimed job is left to its node for a time, and then repeated by another one', async () => {
  const id = await say();
  const lost = await claimOne();
  expect(await claim()).toEqual([]);
  await pool().all(sql`update page_job set due_at = now()`);
  const again = await claimOne();
  await applyPages(server.server.world, again, NEW);
  // The first node was slow and not dead.
  await applyPages(server.server.world, lost, NEW);
  expect(await stateOf(id)).toEqual([NEW.rendered, 1]);
  expect(await claim()).toEqual([]);
});

test('a job that fails three times is given up', async () => {
  await say();
  for (let n = 0; n < 3; n += 1) {
    await claimOne();
    await pool().all(sql`update page_job set due_at = now()`);
  }
  expect(await claim()).toEqual([]);
});

test('a job of an earlier text changes nothing, even if the text is back', async () => {
  const id = await say();
  const job = await claimOne();
  await user.connection.call(updateMessage, { message_id: id, content: 'other' });
  await applyPages(server.server.world, job, NEW);
  await user.connection.call(updateMessage, { message_id: id, content: CONTENT });
  await applyPages(server.server.world, job, NEW);
  const [rendered, updates] = await stateOf(id);
  expect([String(rendered).includes('site.example'), updates]).toEqual([true, 0]);
  expect((await claimOne()).message_id).toBe(id);
});

test('a deleted message takes its job with it', async () => {
  const admin = await server.user({ role: 200 });
  const id = await say(admin);
  const job = await claimOne();
  await admin.connection.call(deleteMessage, { message_id: id });
  await applyPages(server.server.world, job, NEW);
  expect(await stateOf(id)).toEqual([undefined, 0]);
});

test('organizations take turns, and busy ones wait', async () => {
  const other = await server.realm('other');
  await turnOn(other);
  const neighbor = await server.user({ realmId: other, host: 'other.parley.test' });
  for (let n = 0; n < 5; n += 1) await say();
  await say(neighbor);
  const first = await claim(2);
  expect(first.map(({ realm_id }) => realm_id).toSorted((a, b) => a - b)).toEqual([server.realmId, other]);
  expect(await claim(10, [server.realmId])).toEqual([]);
  expect(await claim()).toHaveLength(4);
});

test('a message without links has no job', async () => {
  await user.connection.call(sendMessage, { type: 'direct', to: [user.id], content: '**hello** there' });
  expect(await claim()).toEqual([]);
});
