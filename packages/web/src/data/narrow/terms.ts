import type { NarrowTerm } from '@parley/client';
import type { Narrow } from './narrow.ts';
import { momentTerms } from './periods.ts';

/** A narrow as the server takes it. */
export function requestTerms(narrow: Narrow, selfId: number): NarrowTerm[] {
  return narrowTerms(narrow, selfId).flatMap(momentTerms);
}

/** A narrow as an address has it, with days of the reader's calendar. */
export function narrowTerms(narrow: Narrow, selfId: number): NarrowTerm[] {
  switch (narrow.kind) {
    case 'topic':
      return [
        { operator: 'channel', operand: narrow.channelId },
        { operator: 'topic', operand: narrow.topic },
      ];
    case 'channel':
      return [{ operator: 'channel', operand: narrow.channelId }];
    case 'direct':
      return [{ operator: 'dm', operand: narrow.userIds.length === 0 ? [selfId] : [...narrow.userIds] }];
    case 'all':
      return [{ operator: 'in', operand: 'home' }];
    case 'mentions':
      return [{ operator: 'is', operand: 'mentioned' }];
    case 'starred':
      return [{ operator: 'is', operand: 'starred' }];
    case 'reactions':
      return [
        { operator: 'has', operand: 'reaction' },
        { operator: 'sender', operand: selfId },
      ];
    case 'search':
      return [...narrow.terms];
  }
}

/** The narrow that terms select: one with a view of its own where there is one, otherwise a search. */
export function narrowOf(terms: readonly NarrowTerm[], selfId: number): Narrow | undefined {
  const plain = terms.map((term) => (Array.isArray(term) ? { operator: term[0], operand: term[1] } : term));
  const [first, second, ...others] = plain;
  if (first === undefined) return undefined;
  const search: Narrow = { kind: 'search', terms };
  if (others.length > 0 || plain.some(({ negated }) => negated === true)) return search;
  if (second === undefined) return narrowOfOne(first, selfId) ?? search;
  const topic = second.operator === 'topic' ? second : first.operator === 'topic' ? first : undefined;
  const channel = topic === second ? first : second;
  if (topic !== undefined && channel.operator === 'channel' && typeof channel.operand === 'number')
    return { kind: 'topic', channelId: channel.operand, topic: String(topic.operand) };
  const isReaction = plain.some(({ operator, operand }) => operator === 'has' && operand === 'reaction');
  const isOwn = plain.some(({ operator, operand }) => operator === 'sender' && operand === selfId);
  return isReaction && isOwn ? { kind: 'reactions' } : search;
}

function narrowOfOne(
  { operator, operand }: { readonly operator: string; readonly operand: string | number | readonly number[] },
  selfId: number,
): Narrow | undefined {
  if (operator === 'channel' && typeof operand === 'number') return { kind: 'channel', channelId: operand };
  if (operator === 'dm' && typeof operand !== 'string') {
    const ids = typeof operand === 'number' ? [operand] : operand;
    const others = ids.filter((id) => id !== selfId).toSorted((a, b) => a - b);
    return { kind: 'direct', userIds: others };
  }
  if (operator === 'in' && operand === 'home') return { kind: 'all' };
  if (operator !== 'is') return undefined;
  return operand === 'mentioned'
    ? { kind: 'mentions' }
    : operand === 'starred'
      ? { kind: 'starred' }
      : undefined;
}
