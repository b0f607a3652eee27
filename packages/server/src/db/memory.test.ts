import { expect, test } from 'vitest';
import { createMemory } from './memory.ts';

test('what was read under older rules than the newest known is forgotten, of one organization alone', () => {
  const memory = createMemory();
  const people = memory.shelf<string>(10);
  const places = memory.shelf<string>(10);
  people.keep('ada', { realmId: 1, rules: 4 }, 'Ada');
  people.keep('bob', { realmId: 2, rules: 4 }, 'Bob');
  expect([people.recall('ada'), people.recall('bob'), people.recall('eve')]).toEqual([
    'Ada',
    'Bob',
    undefined,
  ]);
  places.keep('here', { realmId: 1, rules: 5 }, 'here');
  expect([people.recall('ada'), people.recall('bob'), places.recall('here')]).toEqual([
    undefined,
    'Bob',
    'here',
  ]);
});

test('what arrives late does not replace what is newer', () => {
  const shelf = createMemory().shelf<string>(10);
  shelf.keep('ada', { realmId: 1, rules: 5 }, 'new');
  shelf.keep('ada', { realmId: 1, rules: 4 }, 'old');
  expect(shelf.recall('ada')).toBe('new');
});

test('the oldest of too many make room', () => {
  const shelf = createMemory().shelf<number>(2);
  for (const n of [1, 2, 1, 3]) shelf.keep(`${n}`, { realmId: 1, rules: 0 }, n);
  expect(['1', '2', '3'].map((key) => shelf.recall(key))).toEqual([1, undefined, 3]);
});
