import type { State } from '@parley/client';
import { matchText, type MatchRange } from '../../words/match.ts';
import type { IconName } from '../../parts/icons.ts';
import { t } from '../../words/index.ts';
import { dayLabel, dayNamed, namedDays, TIME_OPERATORS } from './days.ts';
import { fixedTerms, type SearchTerm } from './fixed-terms.ts';
import { namedOperator, type UserOperator } from './typed-terms.ts';

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

/** Terms that the last typed word may stand for. */
export function suggestTerms(state: State, topics: readonly string[], typed: string): SearchSuggestion[] {
  const word = /(?:^|\s)(-?)(?:([a-z][\w-]*):)?([^\s:]*)$/i.exec(typed);
  if (word === null || (word[2] === undefined && word[3] === '')) return [];
  const [, minus, prefix, query = ''] = word;
  const negated = minus === '-';
  const kind = prefix === undefined ? undefined : namedOperator(prefix);
  const wants = (operator: string): boolean => (prefix === undefined ? query.length > 1 : kind === operator);
  const found = [
    ...(wants('sender') ? userTerms(state, query, 'sender') : []),
    ...(kind === 'dm-including' || kind === 'mentions' ? userTerms(state, query, kind) : []),
    ...(wants('channel') ? channelTerms(state, query) : []),
    ...(wants('topic') ? topicTerms(topics, query) : []),
    ...dayTerms(prefix, query),
    ...matchingFixed(prefix, query),
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

function userTerms(state: State, query: string, operator: UserOperator): SearchSuggestion[] {
  const word = { sender: t('from'), 'dm-including': t('with'), mentions: t('mentions') }[operator];
  return (state.realm_users ?? []).flatMap(({ user_id: operand, full_name: name }) =>
    named(query, name, word, 'person', { operator, operand }),
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

/** Days for an operator that was typed, or for one whose beginning was. */
function dayTerms(prefix: string | undefined, query: string): SearchSuggestion[] {
  const operators = TIME_OPERATORS.filter((operator) =>
    prefix === undefined ? query.length > 2 && operator.startsWith(query.toLowerCase()) : operator === prefix,
  );
  const typed = prefix === undefined ? undefined : dayNamed(query);
  const days = typed === undefined ? namedDays() : [{ label: dayLabel(typed), day: typed }];
  return operators.flatMap((operator) =>
    days.flatMap(({ label, day }) =>
      named(prefix === undefined || typed !== undefined ? '' : query, label, operator, 'clock', {
        operator,
        operand: day,
      }),
    ),
  );
}

function matchingFixed(prefix: string | undefined, query: string): SearchSuggestion[] {
  return fixedTerms().flatMap(({ typed, label, icon, term }) => {
    if (prefix !== undefined && term.operator !== prefix.toLowerCase()) return [];
    const match =
      matchText(query, label) ?? (typed.includes(query.toLowerCase()) ? { score: 0, ranges: [] } : undefined);
    return match === undefined
      ? []
      : [{ key: typed, icon, operator: `${term.operator}:`, label, term, ...match }];
  });
}
