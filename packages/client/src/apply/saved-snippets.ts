import type { SavedSnippet } from '@parley/contract/objects/personal.ts';
import type { State } from '../state.ts';
import type { EventOf } from './event-of.ts';
import { put, without } from './lists.ts';

export function applySavedSnippets(state: State, event: EventOf<'saved_snippets'>): State {
  return state.saved_snippets === undefined
    ? state
    : { ...state, saved_snippets: after(state.saved_snippets, event) };
}

function after(snippets: SavedSnippet[], event: EventOf<'saved_snippets'>): SavedSnippet[] {
  switch (event.op) {
    case 'add':
    case 'update':
      return put(snippets, 'id', event.saved_snippet);
    case 'remove':
      return without(snippets, 'id', event.saved_snippet_id);
    default:
      event satisfies never;
      return snippets;
  }
}
