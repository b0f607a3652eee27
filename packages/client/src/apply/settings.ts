import type { State } from '../state.ts';
import type { EventOf } from './event-of.ts';

export function applyUserSettings(state: State, event: EventOf<'user_settings'>): State {
  const { property, value } = event;
  const changed =
    state.user_settings === undefined
      ? state
      : ({ ...state, user_settings: { ...state.user_settings, [property]: value } } as State);
  return { ...changed, ...consequences(changed, event) };
}

function consequences(state: State, { property, value }: EventOf<'user_settings'>): Partial<State> {
  // The server deletes the drafts of a user who stops synchronizing them, and sends no event for it.
  if (property === 'enable_drafts_synchronization' && value === false && state.drafts !== undefined)
    return { drafts: [] };
  if (property === 'receives_typing_notifications' && state.receives_typing_notifications !== undefined)
    return { receives_typing_notifications: value === true };
  return {};
}

export function applySettingsDefaults(
  state: State,
  { property, value }: EventOf<'realm_user_settings_defaults'>,
): State {
  return state.realm_user_settings_defaults === undefined
    ? state
    : {
        ...state,
        realm_user_settings_defaults: { ...state.realm_user_settings_defaults, [property]: value },
      };
}
