import { expect, test } from 'vitest';
import { matches } from './matches.ts';
import { lookupsOf, MAX_LOOKED_UP_UNITS } from './lookups.ts';
import { unitsOf } from './units.ts';

function isFound(search: string, text: string): boolean {
  return matches(unitsOf(search, []), [text]);
}

test.each<[string, string, string, boolean]>([
  ['a number is not continued by digits', '123', 'build 1234', false],
  ['a number is continued by letters', 'a3f9c2e1', 'commit a3f9c2e1b0d4', true],
  ['signs of a joined unit meet at the edge', '会議,資料', '今日の会議,資料です', true],
  ['signs of a joined unit are not found apart', '会議,資料', '会議は,資料です', false],
  ['letters among signs join them', 'APIを', 'このAPIを使う', true],
  ['a part of a camelCase word is not joined', 'name.x', 'userName.x', false],
  ['a quoted word has no other forms', '"runs"', 'running', false],
  ['a quoted part of signs is found', '"天気"', '良い天気です', true],
  ['an open quote is punctuation', '"deploy now', 'now we deploy', true],
  ['an emoji is not joined to words', 'done🎉', '🎉 done', true],
  ['a word over the length of tokens must be equal', 'x'.repeat(65), 'x'.repeat(66), false],
  ['a stop word beside a phrase does not count', 'the "green tea"', 'green tea', true],
])('%s: %j in %j', (_, search, text, expected) => {
  expect(isFound(search, text)).toBe(expected);
});

test('only the longest units are looked up, and all are checked', () => {
  const search = Array.from({ length: 40 }, (_, n) => `w${'o'.repeat(n)}rd`).join(' ');
  expect(lookupsOf(unitsOf(search, []))).toHaveLength(MAX_LOOKED_UP_UNITS);
  expect(isFound(search, search)).toBe(true);
  expect(isFound(search, search.replace('wrd ', ''))).toBe(false);
});
