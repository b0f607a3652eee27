import type { State } from '../state.ts';
import type { EventOf } from './event-of.ts';

type RealmEmoji = NonNullable<State['realm_emoji']>;

export function applyRealmEmoji(state: State, event: EventOf<'realm_emoji'>): State {
  return state.realm_emoji === undefined ? state : { ...state, realm_emoji: after(state.realm_emoji, event) };
}

function after(known: RealmEmoji, event: EventOf<'realm_emoji'>): RealmEmoji {
  switch (event.op) {
    case 'add':
      return { ...known, [event.emoji.id]: event.emoji };
    case 'update_one': {
      const emoji = known[event.emoji_id];
      return emoji === undefined ? known : { ...known, [event.emoji_id]: { ...emoji, ...event.data } };
    }
    case 'update':
      return event.realm_emoji;
    default:
      event satisfies never;
      return known;
  }
}
