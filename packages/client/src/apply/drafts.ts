import { limits } from '@parley/contract/limits.ts';
import type { Draft } from '@parley/contract/objects/draft.ts';
import type { State } from '../state.ts';
import type { EventOf } from './event-of.ts';
import { without } from './lists.ts';

export function applyDrafts(state: State, event: EventOf<'drafts'>): State {
  return state.drafts === undefined ? state : { ...state, drafts: newestFirst(after(state.drafts, event)) };
}

function after(drafts: readonly Draft[], event: EventOf<'drafts'>): readonly Draft[] {
  switch (event.op) {
    case 'add':
      return [...event.drafts.toReversed(), ...drafts];
    case 'update':
      return [event.draft, ...without(drafts, 'id', event.draft.id)];
    case 'remove':
      return without(drafts, 'id', event.draft_id);
    default:
      event satisfies never;
      return drafts;
  }
}

/** Of two drafts of the same second the one that was touched last is the newer one. */
function newestFirst(drafts: readonly Draft[]): Draft[] {
  return drafts.toSorted((a, b) => b.timestamp - a.timestamp).slice(0, limits.draftsInRegister);
}
