import type { FetchType } from '@parley/contract/endpoints/queues.ts';
import { profileFieldTypes } from '@parley/contract/objects/custom-profile-field.ts';
import { unsupportedParts } from '../registration/unsupported-parts.ts';
import { spectatorFoldersState, spectatorSubscriptionState } from './channel-state.ts';
import { spectatorRealmState, spectatorSettingsState } from './realm-state.ts';
import { spectatorUserState } from './user-state.ts';
import type { StateOf, SnapshotPart, Viewpoint } from '../../http/snapshot.ts';
import { realmEmojiState } from '../../organization/emoji/rows.ts';
import { realmUserGroupsState } from '../../organization/groups/snapshot.ts';
import { realmLinkifiersState } from '../../organization/linkifiers/rows.ts';
import { realmPlaygroundsState } from '../../organization/playgrounds/rows.ts';
import { realmBillingState } from '../../organization/realm/snapshot.ts';
import { realmUserSettingsDefaultsState } from '../../organization/settings/snapshot.ts';

type ReadPart<T extends FetchType> = (viewpoint: Viewpoint) => Promise<Partial<SnapshotPart<StateOf<T>>>>;

/**
 * The state visible to spectators. Parts are listed one by one, without falling back to the parts for accounts, so
 * that a new part stays hidden until it is listed here.
 */
type SpectatorParts = {
  readonly [T in FetchType]: T extends 'realm_user' ? (viewpoint: Viewpoint) => Promise<object> : ReadPart<T>;
};

export const spectatorSnapshots: SpectatorParts = {
  ...unsupportedParts,
  realm: spectatorRealmState,
  realm_user: spectatorUserState,
  realm_user_groups: realmUserGroupsState,
  realm_emoji: realmEmojiState,
  realm_linkifiers: realmLinkifiersState,
  realm_playgrounds: realmPlaygroundsState,
  realm_billing: realmBillingState,
  realm_user_settings_defaults: realmUserSettingsDefaultsState,
  user_settings: spectatorSettingsState,
  subscription: spectatorSubscriptionState,
  channel_folders: spectatorFoldersState,
  stream: async () => ({}),
  default_streams: async () => ({ realm_default_streams: [] }),
  realm_domains: async () => ({ realm_domains: [] }),
  realm_bot: async () => ({ realm_bots: [] }),
  realm_incoming_webhook_bots: async () => ({ realm_incoming_webhook_bots: [] }),
  realm_embedded_bots: async () => ({ realm_embedded_bots: [] }),
  custom_profile_fields: async () => ({
    custom_profile_fields: [],
    custom_profile_field_types: { ...profileFieldTypes },
  }),
  presence: async ({ now }) => ({
    presences: {},
    presence_last_update_id: -1,
    server_timestamp: now / 1000,
  }),
  user_status: async () => ({ user_status: {} }),
  alert_words: async () => ({ alert_words: [] }),
  device: async () => ({ devices: {} }),
  drafts: async () => ({ drafts: [] }),
  message: async () => ({ max_message_id: -1 }),
  muted_topics: async () => ({ muted_topics: [] }),
  muted_users: async () => ({ muted_users: [] }),
  navigation_views: async () => ({ navigation_views: [] }),
  recent_private_conversations: async () => ({ recent_private_conversations: [] }),
  reminders: async () => ({ reminders: [] }),
  saved_snippets: async () => ({ saved_snippets: [] }),
  scheduled_messages: async () => ({ scheduled_messages: [] }),
  starred_messages: async () => ({ starred_messages: [] }),
  user_topic: async () => ({ user_topics: [] }),
  update_message_flags: async () => ({
    unread_msgs: {
      count: 0,
      pms: [],
      streams: [],
      huddles: [],
      mentions: [],
      old_unreads_missing: false,
    },
  }),
  video_calls: async () => ({ has_conference_token: false, has_webex_token: false, has_zoom_token: false }),
};
