import type { State } from '@parley/client';
import { expect, test } from 'vitest';
import { chipWords, joinTerms, splitTerms, withoutLastWord } from './search-terms.ts';
import { suggestTerms } from './suggest-terms.ts';
import { typedTerms } from './typed-terms.ts';

const state = {
  user_id: 4,
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

test.each([
  ['is:', ['starred', 'mentioned', 'unread', 'dm', 'resolved', 'followed', 'muted', 'alerted']],
  ['channels:', ['public', 'web-public', 'archived']],
])('all words that the server knows behind %s are suggested', (typed, operands) => {
  expect(suggestTerms(state, [], typed).map(({ term }) => term.operand)).toEqual(operands);
});

test('users are suggested for mentions and for direct messages', () => {
  expect(suggestTerms(state, [], 'mentions:fri')[0]?.term).toEqual({ operator: 'mentions', operand: 4 });
  expect(suggestTerms(state, [], 'dm-including:fri')[0]?.term).toEqual({
    operator: 'dm-including',
    operand: 4,
  });
});

test.each([
  ['mirror has:Image', [{ operator: 'has', operand: 'image' }], 'mirror'],
  [
    'topic:"night plan" -is:resolved',
    [
      { operator: 'topic', operand: 'night plan' },
      { operator: 'is', operand: 'resolved', negated: true },
    ],
    '',
  ],
  [
    'from:me in:"Front Desk"',
    [
      { operator: 'sender', operand: 4 },
      { operator: 'channel', operand: 7 },
    ],
    '',
  ],
  [
    'mentions:frieda id:42',
    [
      { operator: 'mentions', operand: 4 },
      { operator: 'id', operand: '42' },
    ],
    '',
  ],
  [
    'plan before:2026-03-17 -after:2026-01-01 date:2026-02-03',
    [
      { operator: 'before', operand: '2026-03-17' },
      { operator: 'after', operand: '2026-01-01', negated: true },
      { operator: 'date', operand: '2026-02-03' },
    ],
    'plan',
  ],
])('the typed text %s becomes chips and words', (typed, terms, text) => {
  expect(typedTerms(state, typed)).toEqual({ terms, text });
});

test('operators and operands that the server does not know are words', () => {
  const typed =
    'date:2026-02-30 -date:2026-01-01 before:soon is:funny from:nobody constructor:x http://a.example "two words"';
  expect(typedTerms(state, typed)).toEqual({ terms: [], text: typed });
});

test('a chip names the user that it mentions', () => {
  expect(chipWords(state, { operator: 'mentions', operand: 4 }).label).toBe('Frieda Adeyemi');
});

test('operators of time suggest days, and take a day that was typed', () => {
  expect(suggestTerms(state, [], 'before:').map(({ label }) => label)).toEqual([
    'Today',
    'Yesterday',
    'A week ago',
    'A month ago',
  ]);
  expect(suggestTerms(state, [], 'after:2026-03-17').map(({ term }) => term)).toEqual([
    { operator: 'after', operand: '2026-03-17' },
  ]);
  expect(suggestTerms(state, [], 'befo').map(({ operator }) => operator)).toContain('before:');
  expect(chipWords(state, { operator: 'date', operand: '2026-03-17' }).operator).toBe('date:');
});
