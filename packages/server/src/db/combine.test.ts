import { expect, test } from 'vitest';
import { combine } from './combine.ts';

type Query = { keys: readonly string[]; answer: () => void; fail: () => void };

const held = () => {
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
};
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('the first keys go out at once, the next ones gather while two queries are under way', async () => {
  const { queries, find } = held();
  const all = ['a', 'b', 'c', 'none', 'c', 'd'].map((key) => find(key));
  expect(queries.map(({ keys }) => keys)).toEqual([['a'], ['b']]);
  queries[0]?.answer();
  await settle();
  expect(queries[2]?.keys).toEqual(['c', 'none', 'd']);
  queries[1]?.answer();
  queries[2]?.answer();
  expect(await Promise.all(all)).toEqual([
    'value of a',
    'value of b',
    'value of c',
    undefined,
    'value of c',
    'value of d',
  ]);
});

test('a key that is asked for again while its query is under way is asked for anew', async () => {
  const { queries, find } = held();
  const first = find('a');
  const second = find('a');
  expect(queries).toHaveLength(2);
  queries.forEach(({ answer }) => {
    answer();
  });
  expect(await Promise.all([first, second])).toEqual(['value of a', 'value of a']);
});

test('a failed query fails those who waited for it and nobody else', async () => {
  const { queries, find } = held();
  const [a, b, c] = ['a', 'b', 'c'].map((key) => find(key).catch((error: unknown) => error));
  queries[0]?.fail();
  await settle();
  queries[1]?.answer();
  queries[2]?.answer();
  expect(await a).toBeInstanceOf(Error);
  expect([await b, await c]).toEqual(['value of b', 'value of c']);
});

test('no query holds more than 500 keys', async () => {
  const { queries, find } = held();
  const all = Array.from({ length: 1_202 }, (_, i) => find(`k${i}`));
  while (queries.length < 5) {
    queries.at(-1)?.answer();
    queries.at(-2)?.answer();
    await settle();
  }
  queries.forEach(({ answer }) => {
    answer();
  });
  await Promise.all(all);
  expect(queries.map(({ keys }) => keys.length)).toEqual([1, 1, 500, 500, 200]);
});
