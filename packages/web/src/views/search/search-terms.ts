import type { NarrowTerm, State } from '@parley/client';
import { channelById } from '../../data/derived/channels.ts';
import type { IconName } from '../../parts/icons.ts';
import { matchText, type MatchRange } from '../../keys/match.ts';
import { t } from '../../words/index.ts';

/** A term as an object; the wire knows pairs too. */
export type SearchTerm = {
  readonly operator: string;
  readonly operand: string | number;
  readonly negated?: boolean;
};

export type SearchSuggestion = {
  readonly key: string;
  readonly icon: IconName;
  /** Operator in front of the label, for example "from:". */
  readonly operator: string;
  readonly label: string;
  readonly ranges: readonly MatchRange[];
  readonly term: SearchTerm;
  /** Higher is better. */
  readonly score: number;
};

const MAX_SUGGESTIONS = 8;

/** Words that narrow a search, with the terms that they stand for. */
const FIXED: readonly (readonly [typed: string, label: string, icon: IconName, term: SearchTerm])[] = [
  ['has:image', 'pictures', 'image', { operator: 'has', operand: 'image' }],
  ['has:link', 'links', 'link', { operator: 'has', operand: 'link' }],
  ['has:attachment', 'files', 'file', { operator: 'has', operand: 'attachment' }],
  ['has:reaction', 'reactions', 'smile', { operator: 'has', operand: 'reaction' }],
  ['is:starred', 'starred', 'star', { operator: 'is', operand: 'starred' }],
  ['is:mentioned', 'mentions of you', 'at', { operator: 'is', operand: 'mentioned' }],
  ['is:unread', 'unread', 'unread', { operator: 'is', operand: 'unread' }],
  ['is:dm', 'direct messages', 'person', { operator: 'is', operand: 'dm' }],
  ['is:resolved', 'resolved topics', 'done', { operator: 'is', operand: 'resolved' }],
  ['is:followed', 'followed topics', 'bell', { operator: 'is', operand: 'followed' }],
];

/** Operators that take a name, by what people type for them. */
const NAMED = {
  from: 'sender',
  sender: 'sender',
  in: 'channel',
  channel: 'channel',
  topic: 'topic',
  with: 'dm',
} as const;

/** Terms that the last typed word may stand for. */
export function suggestTerms(state: State, topics: readonly string[], typed: string): SearchSuggestion[] {
  const word = /(?:^|\s)(-?)(?:(\w+):)?([^\s:]*)$/.exec(typed);
  if (word === null || (word[2] === undefined && word[3] === '')) return [];
  const [, minus, prefix, query = ''] = word;
  const negated = minus === '-';
  const kind = prefix === undefined ? undefined : NAMED[prefix.toLowerCase() as keyof typeof NAMED];
  const wants = (operator: string): boolean => (prefix === undefined ? query.length > 1 : kind === operator);
  const found = [
    ...(wants('sender') ? userTerms(state, query, 'sender') : []),
    ...(wants('dm') && kind === 'dm' ? userTerms(state, query, 'dm') : []),
    ...(wants('channel') ? channelTerms(state, query) : []),
    ...(wants('topic') ? topicTerms(topics, query) : []),
    ...fixedTerms(prefix, query),
  ];
  return found
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MAX_SUGGESTIONS)
    .map((suggestion) =>
      negated ? { ...suggestion, term: { ...suggestion.term, negated: true } } : suggestion,
    );
}

function named(
  query: string,
  label: string,
  operator: string,
  icon: IconName,
  term: SearchTerm,
): SearchSuggestion[] {
  const match = matchText(query, label);
  if (match === undefined) return [];
  return [{ key: `${term.operator}:${term.operand}`, icon, operator: `${operator}:`, label, term, ...match }];
}

function userTerms(state: State, query: string, operator: 'sender' | 'dm'): SearchSuggestion[] {
  const word = operator === 'dm' ? t('with') : t('from');
  return (state.realm_users ?? []).flatMap(({ user_id: operand, full_name: name }) =>
    named(query, name, word, 'person', { operator: operator === 'dm' ? 'dm-including' : operator, operand }),
  );
}

function channelTerms(state: State, query: string): SearchSuggestion[] {
  return (state.subscriptions ?? []).flatMap(({ stream_id: operand, name }) =>
    named(query, name, t('channel'), 'hash', { operator: 'channel', operand }),
  );
}

function topicTerms(topics: readonly string[], query: string): SearchSuggestion[] {
  return topics.flatMap((topic) =>
    named(query, topic, t('topic'), 'feed', { operator: 'topic', operand: topic }),
  );
}

function fixedTerms(prefix: string | undefined, query: string): SearchSuggestion[] {
  return FIXED.flatMap(([typed, label, icon, term]) => {
    if (prefix !== undefined && !typed.startsWith(`${prefix.toLowerCase()}:`)) return [];
    const match =
      matchText(query, t(label)) ??
      (typed.includes(query.toLowerCase()) ? { score: 0, ranges: [] } : undefined);
    if (match === undefined) return [];
    return [{ key: typed, icon, operator: `${term.operator}:`, label: t(label), term, ...match }];
  });
}

/** The typed text without the word that a suggestion has replaced. */
export function withoutLastWord(typed: string): string {
  return typed.replace(/\S+$/, '').trimEnd();
}

/** Splits the terms of an address into chips and the text of the field. */
export function splitTerms(terms: readonly NarrowTerm[]): {
  readonly chips: readonly SearchTerm[];
  readonly text: string;
} {
  const chips: SearchTerm[] = [];
  const words: string[] = [];
  for (const wire of terms) {
    const term = toSearchTerm(wire);
    if (term.operator === 'search' && term.negated !== true) words.push(String(term.operand));
    else chips.push(term);
  }
  return { chips, text: words.join(' ') };
}

export function joinTerms(chips: readonly SearchTerm[], text: string): NarrowTerm[] {
  const words = text.trim();
  return [...chips, ...(words === '' ? [] : [{ operator: 'search', operand: words }])] as NarrowTerm[];
}

function toSearchTerm(term: NarrowTerm): SearchTerm {
  if (Array.isArray(term)) return { operator: term[0], operand: term[1] as string };
  const { operator, operand, negated } = term;
  const single = Array.isArray(operand) ? operand.join(',') : operand;
  return { operator, operand: single, ...(negated === true ? { negated } : {}) };
}

/** Words of a chip: "not from:", "Weather bot". */
export function chipWords(
  state: State,
  term: SearchTerm,
): { readonly operator: string; readonly label: string } {
  const not = term.negated === true ? `${t('not')} ` : '';
  const userName = (): string =>
    state.realm_users?.find(({ user_id: id }) => id === term.operand)?.full_name ?? String(term.operand);
  switch (term.operator) {
    case 'sender':
      return { operator: `${not}${t('from')}:`, label: userName() };
    case 'dm-including':
      return { operator: `${not}${t('with')}:`, label: userName() };
    case 'channel': {
      const channel = channelById(state, Number(term.operand));
      return { operator: `${not}${t('channel')}:`, label: channel?.name ?? String(term.operand) };
    }
    default: {
      const fixed = FIXED.find(
        ([, , , { operator, operand }]) => operator === term.operator && operand === term.operand,
      );
      return {
        operator: `${not}${term.operator}:`,
        label: fixed === undefined ? String(term.operand) : t(fixed[1]),
      };
    }
  }
}
