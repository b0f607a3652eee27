import { SPECTATOR_ID, type Actor } from '../../http/actor.ts';
import type { RealmRow } from '../../engine/db/realm.ts';

export const SPECTATOR_NAME = 'Anonymous user';

const NO_BYTES = Buffer.alloc(0);
const GUEST_ROLE = 600;
const VISIBLE_TO_NOBODY = 4;

/**
 * The visitor without an account, as the rules of access see it: a guest that is in no channel, conversation or
 * group. No row of the database belongs to it, so only web-public channels are open to it.
 */
export function spectatorIn(realm: RealmRow): Actor {
  return {
    realm,
    user: {
      realm_id: realm.id,
      id: SPECTATOR_ID,
      delivery_email: '',
      email_visibility: VISIBLE_TO_NOBODY,
      full_name: SPECTATOR_NAME,
      name_key: '',
      role: GUEST_ROLE,
      is_active: true,
      is_full_member: false,
      is_imported_stub: false,
      is_deleted: false,
      awaits_first_login: false,
      bot_type: null,
      bot_owner_id: null,
      date_joined: realm.created_at,
      timezone: '',
      avatar_source: 'J',
      avatar_version: 1,
      settings: {},
      chosen_settings: [],
      password_hash: null,
      key_hash: NO_BYTES,
      key_sealed: NO_BYTES,
      can_create_users: false,
      can_change_user_emails: false,
      rate_limits: '',
    },
  };
}
