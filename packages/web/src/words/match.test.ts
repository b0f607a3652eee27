import { expect, test } from 'vitest';
import { matchText } from './match.ts';

function scoreOf(query: string, text: string): number {
  return matchText(query, text)?.score ?? -1;
}

test('a beginning outranks the beginning of a word, which outranks the middle', () => {
  expect(scoreOf('mi', 'mirror')).toBeGreaterThan(scoreOf('mi', 'the mirror'));
  expect(scoreOf('mi', 'the mirror')).toBeGreaterThan(scoreOf('mi', 'Emil'));
});

test('case and accents do not count', () => {
  expect(matchText('cafe', 'Café')?.ranges).toEqual([[0, 4]]);
});

test('every word of the query must be found, in any order', () => {
  expect(matchText('cover mir', 'mirror cover')?.ranges).toEqual([
    [7, 12],
    [0, 3],
  ]);
  expect(matchText('cover x', 'mirror cover')).toBeUndefined();
});

test('an empty query matches everything', () => {
  expect(matchText(' ', 'anything')).toEqual({ score: 0, ranges: [] });
});
