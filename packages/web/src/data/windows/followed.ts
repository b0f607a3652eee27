import type { NarrowTerm, State } from '@parley/client';
import { subscriptionById } from '../derived/channels.ts';
import type { Narrow } from '../narrow/narrow.ts';

/** Whether events tell of every message of a narrow. They do not for channels without a subscription of the reader. */
export function isFollowed(narrow: Narrow, state: State): boolean {
  if ('channelId' in narrow) return subscriptionById(state, narrow.channelId) !== undefined;
  return narrow.kind !== 'search' || narrow.terms.every((term) => isTermFollowed(term, state));
}

function isTermFollowed(term: NarrowTerm, state: State): boolean {
  const { operator, operand } = Array.isArray(term) ? { operator: term[0], operand: term[1] } : term;
  switch (operator) {
    case 'channel':
    case 'stream':
      return (state.subscriptions ?? []).some(
        ({ stream_id: id, name }) => id === operand || name === operand || String(id) === operand,
      );
    case 'channels':
    case 'streams':
      return false;
    default:
      return true;
  }
}
