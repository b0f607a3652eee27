import { subscribe } from '@parley/contract/endpoints/channels.ts';
import { getMessages } from '@parley/contract/endpoints/message-search.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../engine/db/sql.ts';
import { startTestServer, type TestUser, type TestServer } from '@parley/test-support/harness.ts';
import { NEWEST } from './anchor.ts';
import { post, term } from '@parley/test-support/find-messages.ts';

let server: TestServer;
let ada: TestUser;
let ids: number[];
beforeAll(async () => {
  server = await startTestServer();
  ada = await server.user();
  await ada.connection.call(subscribe, { subscriptions: [{ name: 'Lab' }] });
  ids = [];
  for (let n = 0; n < 9; n += 1) ids.push(await post(ada, 'Lab', 'counting', `number ${n}`));
});
afterAll(() => server.stop());

type Asked = Parameters<typeof ada.connection.call<typeof getMessages>>[1];

async function ask(request: Asked) {
  const answer = await ada.connection.call(getMessages, request);
  return {
    at: answer.messages.map(({ id }) => ids.indexOf(id)),
    anchor: answer.anchor,
    found: [answer.found_oldest, answer.found_anchor, answer.found_newest],
  };
}

function id(at: number): string {
  return String(ids[at] ?? 0);
}

describe('ranges', () => {
  test.each<[string, Asked | (() => Asked), number[], boolean[]]>([
    ['the newest', { anchor: 'newest', num_before: 3 }, [6, 7, 8], [false, false, true]],
    [
      'more than there are',
      { anchor: 'newest', num_before: 50 },
      [0, 1, 2, 3, 4, 5, 6, 7, 8],
      [true, false, true],
    ],
    ['the oldest', { anchor: 'oldest', num_after: 2 }, [0, 1], [true, false, false]],
    ['the oldest looks back at nothing', { anchor: 'oldest', num_before: 2 }, [], [true, false, false]],
    ['the newest looks forward at nothing', { anchor: 'newest', num_after: 2 }, [], [false, false, true]],
    ['only the anchor', () => ({ anchor: id(4) }), [4], [false, true, false]],
    [
      'both sides',
      () => ({ anchor: id(4), num_before: 2, num_after: 1 }),
      [2, 3, 4, 5],
      [false, true, false],
    ],
    ['before, with the anchor', () => ({ anchor: id(4), num_before: 2 }), [2, 3, 4], [false, true, false]],
    [
      'before, without it',
      () => ({ anchor: id(4), num_before: 2, include_anchor: false }),
      [2, 3],
      [false, false, false],
    ],
    [
      'after, without it',
      () => ({ anchor: id(4), num_after: 2, include_anchor: false }),
      [5, 6],
      [false, false, false],
    ],
    [
      'up to both ends',
      () => ({ anchor: id(1), num_before: 2, num_after: 8 }),
      [0, 1, 2, 3, 4, 5, 6, 7, 8],
      [true, true, true],
    ],
    ['exactly to the end', () => ({ anchor: id(7), num_after: 1 }), [7, 8], [false, true, false]],
    ['a negative id is the oldest', { anchor: '-5', num_after: 1 }, [0], [true, false, false]],
  ])('%s', async (_, request, at, found) => {
    const answer = await ask(typeof request === 'function' ? request() : request);
    expect([answer.at, answer.found]).toEqual([at, found]);
  });

  test('an anchor between messages need not exist', async () => {
    const gap = ids[4] ?? 0;
    const { at, anchor } = await ask({
      anchor: String(gap),
      num_before: 1,
      num_after: 1,
      narrow: [{ operator: 'id', operand: ids[4] ?? 0, negated: true }],
    });
    expect([at, anchor]).toEqual([[3, 5], gap]);
  });
});

describe('dates', () => {
  const at = (date: string) => ask({ anchor: 'date', anchor_date: date, num_after: 1 });
  test('a date anchor selects the first message at or after it', async () => {
    expect((await at('2020-01-01')).at).toEqual([0, 1]);
    expect((await at('2999-01-01T10:00:00+02:00')).at).toEqual([8]);
  });
  test('a date anchor is precise to the second', async () => {
    await server.server.world.write(server.realmId, async (tx) => {
      for (const [n, messageId] of ids.entries())
        await tx.all(
          sql`update message set sent_at = timestamptz '2026-03-01 12:00:00Z' + ${n} * interval '1 hour'
            where realm_id = ${tx.realmId} and id = ${messageId}`,
        );
    });
    for (const [n] of ids.entries()) {
      expect((await at(`2026-03-01T${12 + n}:00:00Z`)).anchor).toBe(ids[n]);
      expect((await at(`2026-03-01 ${11 + n}:30`)).anchor).toBe(ids[n]);
    }
  });
  test('a date anchor after all messages selects the newest', async () => {
    const narrow = [term('topic', 'nothing')];
    const answer = await ask({ anchor: 'date', anchor_date: '2020-01-01', num_after: 1, narrow });
    expect(answer).toEqual({ at: [], anchor: NEWEST, found: [false, false, true] });
  });
});

const refused = { status: 400, code: 'BAD_REQUEST' };
test.each<[Asked]>([
  [{}],
  [{ num_before: 1 }],
  [{ anchor: 'abc' }],
  [{ anchor: '1.5' }],
  [{ anchor: 'date' }],
  [{ anchor: 'date', anchor_date: 'yesterday' }],
  [{ anchor: 'date', anchor_date: '2026-02-30' }],
  [{ anchor: 'newest', num_before: 3000, num_after: 2001 }],
  [{ anchor: '5', num_before: 1, num_after: 1, include_anchor: false }],
])('%j is refused', async (request) => {
  await expect(ada.connection.call(getMessages, request)).rejects.toMatchObject(refused);
});

test.each<[Asked]>([
  [{ message_ids: [1], anchor: '1' }],
  [{ message_ids: [1], num_before: 1 }],
  [{ message_ids: [1], use_first_unread_anchor: true }],
])('ids and a range at once: %j', async (request) => {
  await expect(ada.connection.call(getMessages, request)).rejects.toMatchObject({
    ...refused,
    body: {
      parameters: 'num_before, num_after, anchor, message_ids, include_anchor, use_first_unread_anchor',
    },
  });
});
