import { subscribe } from '@parley/contract/endpoints/channels.ts';
import { getMessages } from '@parley/contract/endpoints/message-search.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../../engine/db/sql.ts';
import { post } from '@parley/test-support/find-messages.ts';
import { startTestServer, type TestUser, type TestServer } from '@parley/test-support/harness.ts';

/** Ids that share a place in the index. */
const BLOCK = 65_536;
/** More than are looked through before the index is asked. */
const OTHERS = 300;
/** The longest text of a search. */
const LONG = 'x'.repeat(1_000);

let server: TestServer;
let ada: TestUser;
const ids: Record<string, number> = {};

/** The organization grows by some blocks in which nobody says anything. */
function goOn(): Promise<unknown> {
  return server.server.world.pool.all(
    sql`update realm_head set head = head + ${7 * BLOCK} where realm_id = ${server.realmId}`,
  );
}

beforeAll(async () => {
  server = await startTestServer();
  ada = await server.user();
  await ada.connection.call(subscribe, { subscriptions: [{ name: 'Lab' }] });
  ids['first'] = await post(ada, 'Lab', 'finds', 'a quokka and a narwhal');
  await goOn();
  ids['second'] = await post(ada, 'Lab', 'finds', `quokkas, o'clock back\\slash ${LONG}`);
  await goOn();
  ids['third'] = await post(ada, 'Lab', 'finds', 'the narwhals of the quokka');
  for (let n = 0; n < OTHERS; n += 1) await post(ada, 'Lab', 'noise', `nothing ${n}`);
});
afterAll(() => server.stop());

async function find(search: string, rest: Record<string, unknown>): Promise<string[]> {
  const { messages } = await ada.connection.call(getMessages, {
    narrow: [{ operator: 'search', operand: search }],
    anchor: 'newest',
    num_before: 5,
    ...rest,
  });
  return messages.map(({ id }) => Object.keys(ids).find((name) => ids[name] === id) ?? 'noise');
}

test.each([
  ['quokka', ['first', 'second', 'third']],
  ['narwhal quokkas', ['first', 'third']],
  ["o'clock quokka", ['second']],
  ['back\\slash', ['second']],
  [LONG, ['second']],
  ['quokka unheard-of', []],
])('%.40s is found behind much else, across blocks, backwards and forwards', async (search, names) => {
  expect(await find(search, {})).toEqual(names);
  expect(await find(search, { anchor: 'oldest', num_before: 0, num_after: 5 })).toEqual(names);
});
