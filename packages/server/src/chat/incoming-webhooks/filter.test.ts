import { expect, test } from 'vitest';
import { matchesPattern, passesFilters } from './filter.ts';

test.each([
  ['push*', 'push_tags', true],
  ['push*', 'a_push', false],
  ['*_tags', 'push_tags', true],
  ['p?sh', 'push', true],
  ['p?sh', 'psh', false],
  ['[a-c]x', 'bx', true],
  ['[!a-c]x', 'bx', false],
  ['[', '[', true],
  ['a.c', 'abc', false],
  ['', '', true],
  ['**', '', true],
  [`${'*a'.repeat(40)}b`, 'a'.repeat(90), false],
])('the pattern %j and the name %j: %s', (pattern, name, matches) => {
  expect(matchesPattern(pattern, name)).toBe(matches);
});

test.each([
  [{}, 'x', true],
  [{ only_events: ['push*'] }, 'issues', false],
  [{ only_events: ['push*'] }, 'push_tags', true],
  [{ only_events: [] }, 'push_tags', false],
  [{ exclude_events: ['push_tags'] }, 'push_tags', false],
  [{ only_events: ['push*'], exclude_events: ['push_tags'] }, 'push_tags', false],
  [{ only_events: ['x'] }, undefined, true],
])('the filters %j let %s pass: %s (I-5)', (filters, event, passes) => {
  expect(passesFilters(event === undefined ? {} : { event }, filters)).toBe(passes);
});
