import type { State } from '@parley/client';
import { expect, test } from 'vitest';
import { chipWords, joinTerms, splitTerms, suggestTerms, withoutLastWord } from './search-terms.ts';

const state = {
  realm_users: [
    { user_id: 4, full_name: 'Frieda Adeyemi' },
    { user_id: 5, full_name: 'Weather bot' },
  ],
  subscriptions: [{ stream_id: 7, name: 'front desk' }],
} as unknown as State;

test('the last word suggests users, topics and channels', () => {
  const found = suggestTerms(state, ['mirror frame'], 'mirror fr');
  expect(found.map(({ operator, label }) => `${operator} ${label}`)).toEqual([
    'channel: front desk',
    'from: Frieda Adeyemi',
    'topic: mirror frame',
  ]);
});

test('an operator limits the suggestions to its kind', () => {
  expect(suggestTerms(state, ['fr'], 'from:fr').map(({ term }) => term)).toEqual([
    { operator: 'sender', operand: 4 },
  ]);
  expect(suggestTerms(state, [], 'has:').map(({ term }) => term.operand)).toEqual([
    'image',
    'link',
    'attachment',
    'reaction',
  ]);
});

test('a minus in front excludes', () => {
  expect(suggestTerms(state, [], '-from:wea')[0]?.term).toEqual({
    operator: 'sender',
    operand: 5,
    negated: true,
  });
});

test('a single letter without an operator suggests no names', () => {
  expect(suggestTerms(state, [], 'f').filter(({ operator }) => operator === 'from:')).toEqual([]);
});

test('terms become chips and text, and back', () => {
  const terms = [
    { operator: 'sender', operand: 5, negated: true },
    { operator: 'search', operand: 'mirror' },
  ] as const;
  const { chips, text } = splitTerms([...terms]);
  expect(text).toBe('mirror');
  expect(joinTerms(chips, text)).toEqual(terms);
  expect(chips.map((chip) => chipWords(state, chip))).toEqual([
    { operator: 'not from:', label: 'Weather bot' },
  ]);
});

test('a chosen suggestion takes the place of its word', () => {
  expect(withoutLastWord('mirror fr')).toBe('mirror');
  expect(withoutLastWord('from:fr')).toBe('');
});
