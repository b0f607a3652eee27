import { expect, test } from 'vitest';
import { batchLookups } from './batch-lookups.ts';

type Query = { keys: readonly string[]; answer: () => void; fail: () => void };

function setUp() {
  const queries: Query[] = [];
  const find = batchLookups<string>(
    (keys) =>
      new Promise((resolve, reject) => {
        queries.push({
          keys,
          answer: () => {
            resolve(new Map(keys.filter((key) => key !== 'none').map((key) => [key, `value of ${key}`])));
          },
          fail: () => {
            reject(new Error('unavailable'));
          },
        });
      }),
  );
  return { queries, find };
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Waits until results are delivered and the next batch has started. */
async function settle(): Promise<void> {
  await turn();
  await turn();
}

test('keys of one turn share a query, and further keys wait while two queries run', async () => {
  const { queries, find } = setUp();
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

test('a key requested again while its query runs is queried again', async () => {
  const { queries, find } = setUp();
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

test('a failed query fails only its own lookups', async () => {
  const { queries, find } = setUp();
  const results: Promise<unknown>[] = [];
  for (const key of ['a', 'b', 'c']) {
    results.push(find(key).catch((error: unknown) => error));
    await turn();
  }
  queries[0]?.fail();
  await settle();
  queries[1]?.answer();
  queries[2]?.answer();
  const [a, b, c] = await Promise.all(results);
  expect(a).toBeInstanceOf(Error);
  expect([b, c]).toEqual(['value of b', 'value of c']);
});

test('a query has at most 500 keys', async () => {
  const { queries, find } = setUp();
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
