import type { Presence } from '@parley/contract/objects/presence.ts';
import type { State } from '../state.ts';
import type { EventOf } from './event-of.ts';

/** The event has the form that the client asked for at registration, as the state has. */
export function applyPresence(state: State, event: EventOf<'presence'>): State {
  if (state.presences === undefined) return state;
  const presences = { ...state.presences, ...entriesOf(state.presences, event) } as State['presences'];
  return presences === undefined ? state : { ...state, presences };
}

function entriesOf(
  known: NonNullable<State['presences']>,
  { presences, presence, user_id, email }: EventOf<'presence'>,
): Record<string, unknown> {
  if (presences !== undefined) return presences;
  const website = presence?.['website'];
  if (website === undefined) return {};
  const { pushable: _, ...aggregated } = website;
  if (email !== undefined) return { [email]: { aggregated, website } };
  if (user_id === undefined) return {};
  const times: Presence = { idle_timestamp: website.timestamp };
  if (website.status === 'active') times.active_timestamp = website.timestamp;
  return { [user_id]: { ...known[user_id], ...times } };
}
