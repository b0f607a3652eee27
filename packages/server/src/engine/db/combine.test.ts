import { expect, test } from 'vitest';
import { combine } from './combine.ts';

type Query = { keys: readonly string[]; answer: () => void; fail: () => void };

function held() {
  const queries: Query[] = [];
  const find = combine<string>(
    (keys) =>
      new Promise((resolve, reject) => {
        queries.push({
          keys,
          answer: () => {
            resolve(new Map(keys.filter((key) => key !== 'none').map((key) => [key, `value of ${key}`])));
          },
          fail: () => {
            reject(new Error('away'));
          },
        });
      }),
  );
  return { queries, find };
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Until what was answered has been heard, and what follows from it has left. */
async function settle(): Promise<void> {
  await turn();
  await turn();
}

test('keys of one turn go out together, the next ones gather while two queries are under way', async () => {
  const { queries, find } = held();
  const all = [find('a'), find('b'), find('a')];
  expect(queries).toHaveLength(0);
  await turn();
  all.push(find('c'));
  await turn();
  all.push(...['d', 'none', 'd', 'e'].map((key) => find(key)));
  await settle();
  expect(queries.map(({ keys }) => keys)).toEqual([['a', 'b'], ['c']]);
  queries[0]?.answer();
  await settle();
  expect(queries[2]?.keys).toEqual(['d', 'none', 'e']);
  queries[1]?.answer();
  queries[2]?.answer();
  expect(await Promise.all(all)).toEqual([
    'value of a',
    'value of b',
    'value of a',
    'value of c',
    'value of d',
    undefined,
    'value of d',
    'value of e',
  ]);
});

test('a key that is asked for again while its query is under way is asked for anew', async () => {
  const { queries, find } = held();
  const first = find('a');
  await turn();
  const second = find('a');
  await turn();
  expect(queries).toHaveLength(2);
  queries.forEach(({ answer }) => {
    answer();
  });
  expect(await Promise.all([first, second])).toEqual(['value of a', 'value of a']);
});

test('a failed query fails those who waited for it and nobody else', async () => {
  const { queries, find } = held();
  const answers: Promise<unknown>[] = [];
  for (const key of ['a', 'b', 'c']) {
    answers.push(find(key).catch((error: unknown) => error));
    await turn();
  }
  queries[0]?.fail();
  await settle();
  queries[1]?.answer();
  queries[2]?.answer();
  const [a, b, c] = await Promise.all(answers);
  expect(a).toBeInstanceOf(Error);
  expect([b, c]).toEqual(['value of b', 'value of c']);
});

test('no query holds more than 500 keys', async () => {
  const { queries, find } = held();
  const all = Array.from({ length: 1_202 }, (_, i) => find(`k${i}`));
  await settle();
  expect(queries).toHaveLength(2);
  queries[0]?.answer();
  await settle();
  queries.forEach(({ answer }) => {
    answer();
  });
  await Promise.all(all);
  expect(queries.map(({ keys }) => keys.length)).toEqual([500, 500, 202]);
});
