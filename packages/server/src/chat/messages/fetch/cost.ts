import type { NarrowOperator, NarrowTerm } from '@parley/contract/objects/narrow.ts';
import { plainTerm } from '../narrow/parse.ts';

type FetchRequest = {
  readonly narrow?: readonly NarrowTerm[] | null | undefined;
  readonly num_before?: number | undefined;
  readonly num_after?: number | undefined;
  readonly message_ids?: readonly number[] | null | undefined;
};

/** Fetches of more messages, or by other terms than these, may take long. */
const MAX_CHEAP_MESSAGES = 500;
const CHEAP_OPERATORS: ReadonlySet<NarrowOperator> = new Set<NarrowOperator>([
  'channel',
  'stream',
  'topic',
  'dm',
  'pm-with',
  'pm_with',
  'id',
  'near',
  'with',
]);

/** Whether a fetch or a change of flags is an expensive query. */
export function isExpensive(request: FetchRequest): boolean {
  return (
    countOf(request) > MAX_CHEAP_MESSAGES ||
    termsOf(request).some(({ operator, negated }) => negated === true || !CHEAP_OPERATORS.has(operator))
  );
}

const SEARCH_COST = 4;
const MESSAGES_PER_COST = 1000;

/**
 * The number of requests for which a fetch counts in the rate limit: one, four more for a full-text search, and one more
 * for each thousand messages after the first.
 */
export function requestCostOf(request: FetchRequest): number {
  const hasSearch = termsOf(request).some(({ operator }) => operator === 'search');
  const thousands = Math.ceil(countOf(request) / MESSAGES_PER_COST);
  return 1 + (hasSearch ? SEARCH_COST : 0) + Math.max(0, thousands - 1);
}

function countOf({ num_before = 0, num_after = 0, message_ids }: FetchRequest): number {
  return message_ids?.length ?? num_before + num_after;
}

function termsOf({ narrow }: FetchRequest) {
  return (narrow ?? []).map(plainTerm);
}
