import type { RealmChange } from '@parley/contract/events/realm.ts';
import { withRights } from '../rights/own-rights.ts';
import type { State } from '../state.ts';
import type { EventOf } from './event-of.ts';

export function applyRealm(state: State, event: EventOf<'realm'>): State {
  switch (event.op) {
    case 'update':
      return changeRealm(state, { [event.property]: event.value });
    case 'update_dict':
      return changeRealm(state, event.data);
    // The queue has nothing more to tell; what was known stays as it was.
    case 'deactivated':
      return state;
    default:
      event satisfies never;
      return state;
  }
}

function changeRealm(state: State, change: RealmChange): State {
  const plain = Object.entries(change).map(
    ([name, value]) => [name in outside ? name : `realm_${name}`, value] as const,
  );
  const changed = [...plain, ...Object.entries(consequences(state, change))];
  const known = Object.fromEntries(changed.filter(([key]) => key in state));
  return withRights(withLanguage({ ...state, ...known }, change));
}

/** Names that registration shows without the prefix. */
const outside = { max_file_upload_size_mib: true };

/** Fields that repeat a setting in another form. */
function consequences(state: State, change: RealmChange): Partial<State> {
  return {
    ...(change.message_edit_history_visibility_policy === undefined
      ? {}
      : { realm_allow_edit_history: change.message_edit_history_visibility_policy !== 'none' }),
    ...(change.topics_policy === undefined
      ? {}
      : { realm_mandatory_topics: change.topics_policy === 'disable_empty_topic' }),
    ...(change.jitsi_server_url === undefined
      ? {}
      : { jitsi_server_url: change.jitsi_server_url ?? state.server_jitsi_server_url ?? null }),
    ...(change.authentication_methods === undefined ? {} : passwords(change.authentication_methods)),
  };
}

type Methods = NonNullable<RealmChange['authentication_methods']>;

function passwords(methods: Methods): Partial<State> {
  const isOpen = (name: string): boolean => methods[name]?.enabled === true && methods[name].available;
  return {
    realm_email_auth_enabled: isOpen('Email'),
    realm_password_auth_enabled: isOpen('Email') || isOpen('LDAP'),
  };
}

/** New users start with the language of the organization. */
function withLanguage(state: State, change: RealmChange): State {
  return change.default_language === undefined || state.realm_user_settings_defaults === undefined
    ? state
    : {
        ...state,
        realm_user_settings_defaults: {
          ...state.realm_user_settings_defaults,
          default_language: change.default_language,
        },
      };
}
