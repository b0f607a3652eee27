import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { differences } from './differences.ts';

test('changed words are told, the others stay', () => {
  expect(differences('the cat sat', 'the dog sat')).toEqual([
    { kind: 'same', text: 'the ' },
    { kind: 'removed', text: 'cat' },
    { kind: 'added', text: 'dog' },
    { kind: 'same', text: ' sat' },
  ]);
});

test('both texts can be read out of their differences', () => {
  const text = fc
    .array(fc.constantFrom('a', 'b', ' ', '\n', 'word', '.', 'ü', '🎉'))
    .map((words) => words.join(''));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const pieces = differences(before, after);
      const without = (kind: string): string =>
        pieces
          .filter((piece) => piece.kind !== kind)
          .map((piece) => piece.text)
          .join('');
      expect(without('added')).toBe(before);
      expect(without('removed')).toBe(after);
    }),
  );
});
