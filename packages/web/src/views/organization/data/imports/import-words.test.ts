import { expect, test } from 'vitest';
import { importRows } from './import-words.ts';

const count = (what: string, n: number) => ({ what, count: n });

test('a checked archive has what was found, and nothing taken yet', () => {
  expect(importRows({ found: [count('people', 41)], taken: null })).toEqual([
    { what: 'people', found: 41, taken: undefined },
  ]);
});

test('kinds that were found or taken are rows, each once', () => {
  const rows = importRows({
    found: [count('messages', 31), count('people', 4)],
    taken: [count('messages', 30), count('topics', 2)],
  });
  expect(rows).toEqual([
    { what: 'messages', found: 31, taken: 30 },
    { what: 'people', found: 4, taken: 0 },
    { what: 'topics', found: 2, taken: 2 },
  ]);
});
