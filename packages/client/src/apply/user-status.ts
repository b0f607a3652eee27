import type { State } from '../state.ts';
import type { EventOf } from './event-of.ts';

type Status = NonNullable<State['user_status']>[string];

/** Parts that the event does not name stay; empty ones go, and with the last one the entry. */
export function applyUserStatus(state: State, { user_id, ...said }: EventOf<'user_status'>): State {
  if (state.user_status === undefined) return state;
  const { away, status_text, emoji_name, emoji_code, reaction_type } = said;
  const next: Status = { ...state.user_status[user_id] };
  if (away !== undefined) next.away = away;
  if (status_text !== undefined) next.status_text = status_text;
  if (emoji_name !== undefined) Object.assign(next, { emoji_name, emoji_code, reaction_type });
  if (next.away === false) delete next.away;
  if (next.status_text === '') delete next.status_text;
  if (next.emoji_name === '') for (const part of EMOJI) delete next[part];
  return withStatus(state, user_id, next);
}

const EMOJI = ['emoji_name', 'emoji_code', 'reaction_type'] as const;

function withStatus(state: State, userId: number, status: Status): State {
  const { [userId]: _, ...others } = state.user_status ?? {};
  return {
    ...state,
    user_status: Object.keys(status).length === 0 ? others : { ...others, [userId]: status },
  };
}

/** The status of a user who is deactivated or no longer visible is dropped; an event brings it back with the user. */
export function forgetStatusOf(state: State, event: EventOf<'realm_user'>): State {
  const { person: user } = event;
  const isGone = event.op === 'remove' || (event.op === 'update' && 'is_active' in user && !user.is_active);
  return isGone && state.user_status !== undefined ? withStatus(state, user.user_id, {}) : state;
}
