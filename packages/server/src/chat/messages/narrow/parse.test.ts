import type { NarrowOperator, NarrowTerm } from '@parley/contract/objects/narrow.ts';
import { expect, test } from 'vitest';
import { parseNarrow } from './parse.ts';
import type { NamedCondition } from './term.ts';

function object(
  operator: NarrowOperator,
  operand: string | number | number[],
  negated?: boolean,
): NarrowTerm {
  return {
    operator,
    operand,
    negated,
  };
}

test.each<[NarrowOperator, string | number | number[], NamedCondition[]]>([
  ['channel', 'Lab', [{ kind: 'channel', channel: 'Lab' }]],
  ['stream', 5, [{ kind: 'channel', channel: 5 }]],
  ['channels', 'public', [{ kind: 'channels', which: 'public' }]],
  ['streams', 'web-public', [{ kind: 'channels', which: 'web-public' }]],
  ['topic', 'Plans', [{ kind: 'topic', topic: 'Plans' }]],
  ['topic', 'general chat', [{ kind: 'topic', topic: '' }]],
  ['sender', 'a@x.org', [{ kind: 'sender', who: 'a@x.org' }]],
  ['dm', [1, 2], [{ kind: 'dm', who: [1, 2] }]],
  ['dm', [], [{ kind: 'dm', who: [] }]],
  ['pm-with', 'a@x.org, b@x.org', [{ kind: 'dm', who: ['a@x.org', 'b@x.org'] }]],
  ['pm_with', 'a@x.org', [{ kind: 'dm', who: ['a@x.org'] }]],
  ['dm-including', 3, [{ kind: 'dm-including', who: 3 }]],
  ['group-pm-with', 3, [{ kind: 'dm-including', who: 3 }]],
  ['group_pm_with', 3, [{ kind: 'dm-including', who: 3 }]],
  ['mentions', 3, [{ kind: 'mentions', who: 3 }]],
  ['is', 'private', [{ kind: 'is', what: 'dm' }]],
  ['is', 'unread', [{ kind: 'is', what: 'unread' }]],
  ['has', 'reaction', [{ kind: 'has', what: 'reaction' }]],
  ['id', 7, [{ kind: 'id', id: 7 }]],
  ['id', '2147483647', [{ kind: 'id', id: 2_147_483_647 }]],
  ['in', 'all', []],
  ['near', 'anything', []],
  ['with', '5', []],
])('%s:%j', (operator, operand, asks) => {
  for (const negated of [undefined, false, true]) {
    const { terms } = parseNarrow([object(operator, operand, negated)]);
    expect(terms).toEqual(asks.map((condition) => ({ condition, isNegated: negated === true })));
  }
});

test('in:home excludes muted messages', () => {
  const muted = { kind: 'is', what: 'muted' };
  expect(parseNarrow([['in', 'home']]).terms).toEqual([{ condition: muted, isNegated: true }]);
  expect(parseNarrow([object('in', 'home', true)]).terms).toEqual([{ condition: muted, isNegated: false }]);
});

test('a term can be a pair', () => {
  expect(
    parseNarrow([
      ['channel', 'Lab'],
      ['is', 'unread'],
    ]).terms,
  ).toHaveLength(2);
});

test('search terms are joined, negated or not', () => {
  const { terms, search } = parseNarrow([['search', 'one'], object('search', '"two three"', true)]);
  expect([terms, search]).toEqual([[], 'one "two three"']);
  expect(parseNarrow([]).search).toBeUndefined();
});

const refused = expect.objectContaining({
  code: 'BAD_NARROW',
  extra: { desc: expect.any(String) as string },
});

test.each<[NarrowOperator, string | number | number[]]>([
  ['nope' as NarrowOperator, 'x'],
  ['constructor' as NarrowOperator, 'x'],
  ['is', 'nope'],
  ['is', 'toString'],
  ['has', 'nope'],
  ['in', 'nope'],
  ['channels', 'private'],
  ['id', 'x'],
  ['id', '1.5'],
  ['id', ''],
  ['id', -1],
  ['id', 2_147_483_648],
  ['id', '99999999999999999999'],
])('%s:%j cannot be understood', (operator, operand) => {
  expect(() => parseNarrow([object(operator, operand)])).toThrow(refused);
});

const channelTerms = [
  object('channel', 'x'),
  object('channels', 'public'),
  object('topic', 'x'),
  object('is', 'dm', true),
];
const directTerms = [
  object('dm', [1]),
  object('dm-including', 1),
  object('group-pm-with', 1),
  object('is', 'dm'),
];

test('channel terms and direct terms contradict each other', () => {
  for (const one of channelTerms)
    for (const other of directTerms) {
      expect(() => parseNarrow([one, other])).toThrow(refused);
      expect(() => parseNarrow([other, one])).toThrow(refused);
    }
});

test('negated terms do not contradict others', () => {
  for (const other of directTerms)
    expect(() => parseNarrow([object('channel', 'x', true), other])).not.toThrow();
  for (const one of channelTerms) expect(() => parseNarrow([one, object('dm', [1], true)])).not.toThrow();
});

test('a search text has at most 1,000 characters in all terms and 20 phrases', () => {
  const search =
    (...texts: string[]) =>
    () =>
      parseNarrow(texts.map((text) => object('search', text)));
  expect(search('a'.repeat(1_000))().search).toHaveLength(1_000);
  expect(search('a'.repeat(1_001))).toThrow(/1000 characters/);
  expect(search('a'.repeat(600), 'a'.repeat(600))).toThrow(/1000 characters/);
  expect(search('"a" '.repeat(20))().search).toBeDefined();
  expect(search('"a" '.repeat(21))).toThrow(/20 phrases/);
});
