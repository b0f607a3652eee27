import { startTestServer, type TestServer } from '@parley/test-support/harness.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../engine/db/sql.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

/** Only written together with the log, whose functions hold the organization; and the tables of a move itself. */
const WITHOUT_TRIGGER = [
  'conversation_user',
  'gone_block',
  'log_entry',
  'message_user_flag',
  'read_block',
  'read_state',
  'realm_head',
  'realm_transfer',
  'topic',
  'transfer_mark',
];

test('every other table of an organization is protected while it moves; a new one: see `home` in triggers.sql', async () => {
  const rows = await server.server.world.pool.all(sql<{ name: string }>`
    select c.relname as name from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'realm_id' and not a.attisdropped
    where c.relnamespace = (select relnamespace from pg_class where oid = 'realm'::regclass)
      and c.relkind in ('r', 'p') and not c.relispartition
      and not exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'home')
    order by 1`);
  expect(rows.map(({ name }) => name)).toEqual(WITHOUT_TRIGGER);
});
