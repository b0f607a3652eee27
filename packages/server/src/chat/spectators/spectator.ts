import { roles } from '@parley/contract/rights/roles.ts';
import { SPECTATOR_ID, type Actor } from '../../http/actor.ts';
import type { RealmRow } from '../../engine/db/realm.ts';

const SPECTATOR_NAME = 'Anonymous user';

const EMAIL_HIDDEN = 4;

/**
 * A visitor without an account, represented as a guest without channels, conversations or groups. The spectator has
 * no rows in the database, so only web-public channels are accessible.
 */
export function spectatorIn(realm: RealmRow): Actor {
  return {
    realm,
    user: {
      realm_id: realm.id,
      id: SPECTATOR_ID,
      delivery_email: '',
      email_visibility: EMAIL_HIDDEN,
      full_name: SPECTATOR_NAME,
      name_key: '',
      role: roles.guest,
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
      key_hash: null,
      key_sealed: null,
      can_create_users: false,
      can_change_user_emails: false,
      rate_limits: '',
      mail_epoch: 0,
    },
  };
}
