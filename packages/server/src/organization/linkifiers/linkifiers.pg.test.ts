import { addLinkifier, getLinkifiers } from '@parley/contract/endpoints/linkifiers.ts';
import { afterEach, beforeAll, afterAll, expect, test } from 'vitest';
import { sql } from '../../engine/db/sql.ts';
import { startTestServer, type TestUser, type TestServer } from '@parley/test-support/harness.ts';

let server: TestServer;
let admin: TestUser;
let member: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.user({ role: 200 });
  member = await server.user();
});
afterEach(() => server.server.world.pool.all(sql`delete from linkifier`));
afterAll(() => server.stop());

const issue = { pattern: '#(?P<id>[0-9]+)', url_template: 'https://example.com/{id}' };

async function add(change: Partial<typeof issue> = {}) {
  return (await admin.connection.call(addLinkifier, { ...issue, ...change })).id;
}

async function list() {
  return (await member.connection.call(getLinkifiers)).linkifiers;
}

test('no organization has more than a hundred, even when they come at the same time', async () => {
  const numbers = Array.from({ length: 98 }, (_, n) => n);
  await server.server.world.pool.all(
    sql`insert into linkifier (realm_id, pattern, url_template, display_order)
        select ${server.realmId}, 'p' || n, 'https://example.com', n from unnest(${numbers}::int[]) as n`,
  );
  const tries = await Promise.allSettled(
    Array.from({ length: 6 }, (_, n) => add({ pattern: `R${n}(?P<id>[0-9]+)` })),
  );
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  expect(await list()).toHaveLength(100);
});
