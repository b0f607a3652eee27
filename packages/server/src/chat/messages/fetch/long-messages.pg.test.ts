import { subscribe } from '@parley/contract/endpoints/channels.ts';
import { checkMessagesMatchNarrow, getMessages } from '@parley/contract/endpoints/message-search.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../../engine/db/sql.ts';
import { post } from '@parley/test-support/find-messages.ts';
import { startTestServer, type TestUser, type TestServer } from '@parley/test-support/harness.ts';

const MESSAGES = 40;
/** So long that 16 MiB have 30 of them, and one statement of a search returns seven. */
const REPETITIONS = 50_000;

let server: TestServer;
let ada: TestUser;
const ids: number[] = [];

beforeAll(async () => {
  server = await startTestServer();
  ada = await server.user();
  await ada.connection.call(subscribe, { subscriptions: [{ name: 'Lab' }] });
  for (let n = 0; n < MESSAGES; n += 1)
    ids.push(await post(ada, 'Lab', 'reports', n % 10 === 3 ? 'a quokka' : 'a narwhal'));
  await server.server.world.pool.all(sql`
    update message set rendered = rendered || repeat('<em>x</em> ', ${REPETITIONS}) where realm_id = ${server.realmId}`);
});
afterAll(() => server.stop());

type Request = Parameters<typeof ada.connection.call<typeof getMessages>>[1];

async function fetch(request: Request) {
  const { messages, found_oldest, found_newest, found_anchor } = await ada.connection.call(getMessages, {
    narrow: [{ operator: 'channel', operand: 'Lab' }],
    ...request,
  });
  return { ids: messages.map(({ id }) => id), found_oldest, found_newest, found_anchor };
}

test('a range of long messages has the part nearest to its anchor, and says that there are more', async () => {
  const newest = await fetch({ anchor: 'newest', num_before: 100, num_after: 0 });
  expect(newest).toEqual({
    ids: ids.slice(-newest.ids.length),
    found_oldest: false,
    found_newest: true,
    found_anchor: false,
  });
  expect(newest.ids.length).toBeGreaterThan(20);
  expect(newest.ids.length).toBeLessThan(MESSAGES);
  const middle = ids[20] ?? 0;
  const around = await fetch({ anchor: String(middle), num_before: 100, num_after: 100 });
  expect(around).toMatchObject({ found_oldest: false, found_newest: false, found_anchor: true });
  const from = ids.indexOf(around.ids[0] ?? 0);
  expect(around.ids).toEqual(ids.slice(from, from + around.ids.length));
});

test('pages of long messages lead to the oldest one', async () => {
  const seen: number[] = [];
  for (let page = await fetch({ anchor: 'newest', num_before: 100, num_after: 0 }); ;) {
    seen.unshift(...page.ids);
    if (page.found_oldest) break;
    page = await fetch({ anchor: String(seen[0]), include_anchor: false, num_before: 100, num_after: 0 });
  }
  expect(seen).toEqual(ids);
});

test('messages that are named and too long together are refused', async () => {
  const named = { message_ids: ids };
  await expect(ada.connection.call(getMessages, named)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  const narrow = [{ operator: 'search', operand: 'narwhal' } as const];
  await expect(ada.connection.call(checkMessagesMatchNarrow, { msg_ids: ids, narrow })).rejects.toMatchObject(
    { code: 'BAD_REQUEST' },
  );
  const few = await ada.connection.call(getMessages, { message_ids: ids.slice(0, 10) });
  expect(few.messages.map(({ id }) => id)).toEqual(ids.slice(0, 10));
});

test('a search reads all texts of long messages', async () => {
  const narrow = [{ operator: 'search', operand: 'quokka' } as const];
  const found = [ids[3], ids[13], ids[23], ids[33]];
  expect((await fetch({ narrow, anchor: 'newest', num_before: 9, num_after: 0 })).ids).toEqual(found);
});
