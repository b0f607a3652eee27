import { expect, test } from 'vitest';
import { isBareMark, resolutionOf } from './resolution.ts';

test.each([
  ['tea', '✔ tea', 'resolved'],
  ['✔ tea', 'tea', 'unresolved'],
  ['✔ ✔ ✔tea', 'tea', 'unresolved'],
  ['✔ ✔ tea', '✔ tea', undefined],
  ['✔ tea', '✔ ✔ tea', undefined],
  ['tea', '✔ coffee', undefined],
  ['✔ tea', 'coffee', undefined],
  ['tea', '✔tea', undefined],
  ['✔tea', '✔ ✔tea', 'resolved'],
  ['Tea', '✔ tea', undefined],
  ['', '✔ ', 'resolved'],
  ['x'.repeat(60), `✔ ${'x'.repeat(60)}`, 'resolved'],
])('from %j to %j: %s', (before, after, expected) => {
  expect(resolutionOf(before, after)).toBe(expected);
});

test.each([
  ['✔', true],
  ['✔ general chat', true],
  ['✔ tea', false],
  ['general chat', false],
])('%j is the mark alone: %s', (topic, expected) => {
  expect(isBareMark(topic, 'general chat')).toBe(expected);
});
