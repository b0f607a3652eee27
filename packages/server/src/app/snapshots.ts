import { unsupportedParts } from './registration/unsupported-parts.ts';
import { videoCallsState } from '../chat/calls/tokens.ts';
import { channelFoldersState } from '../chat/channel-folders/rows.ts';
import { defaultStreamsState, streamState, subscriptionState } from '../chat/channels/snapshot.ts';
import { draftsState } from '../chat/drafts/rows.ts';
import { embeddedBotsState } from '../chat/embedded-bots/embedded-bots.ts';
import { incomingWebhooksState } from '../chat/incoming-webhooks/routes.ts';
import {
  messageState,
  recentConversationsState,
  starredMessagesState,
  unreadState,
} from '../chat/messages/reading/snapshot.ts';
import { mutedUsersState } from '../chat/muted-users/rows.ts';
import { navigationViewsState } from '../chat/navigation-views/rows.ts';
import { remindersState } from '../chat/reminders/rows.ts';
import { savedSnippetsState } from '../chat/saved-snippets/rows.ts';
import { scheduledMessagesState } from '../chat/scheduled-messages/rows.ts';
import { mutedTopicsState, userTopicState } from '../chat/topics/rows.ts';
import type { SnapshotParts } from '../http/snapshot.ts';
import { alertWordsState } from '../organization/alert-words/rows.ts';
import { realmBotState } from '../organization/bots/rows.ts';
import { deviceState } from '../organization/devices/rows.ts';
import { realmDomainsState } from '../organization/domains/rows.ts';
import { realmEmojiState } from '../organization/emoji/rows.ts';
import { realmUserGroupsState } from '../organization/groups/snapshot.ts';
import { realmLinkifiersState } from '../organization/linkifiers/rows.ts';
import { realmPlaygroundsState } from '../organization/playgrounds/rows.ts';
import { presenceState } from '../organization/presence/snapshot.ts';
import { customProfileFieldsState } from '../organization/profile-fields/rows.ts';
import { realmBillingState, realmState } from '../organization/realm/snapshot.ts';
import { realmUserSettingsDefaultsState, userSettingsState } from '../organization/settings/snapshot.ts';
import { userStatusState } from '../organization/user-status/rows.ts';
import { realmUserState } from '../organization/users/snapshot.ts';

/** The reader of each part of the state that a registration returns. */
export const snapshots: SnapshotParts = {
  ...unsupportedParts,
  channel_folders: channelFoldersState,
  default_streams: defaultStreamsState,
  stream: streamState,
  subscription: subscriptionState,
  realm: realmState,
  realm_domains: realmDomainsState,
  realm_linkifiers: realmLinkifiersState,
  realm_playgrounds: realmPlaygroundsState,
  realm_emoji: realmEmojiState,
  realm_billing: realmBillingState,
  realm_user_settings_defaults: realmUserSettingsDefaultsState,
  user_settings: userSettingsState,
  drafts: draftsState,
  realm_incoming_webhook_bots: incomingWebhooksState,
  realm_embedded_bots: embeddedBotsState,
  alert_words: alertWordsState,
  muted_users: mutedUsersState,
  message: messageState,
  update_message_flags: unreadState,
  starred_messages: starredMessagesState,
  recent_private_conversations: recentConversationsState,
  saved_snippets: savedSnippetsState,
  scheduled_messages: scheduledMessagesState,
  reminders: remindersState,
  device: deviceState,
  muted_topics: mutedTopicsState,
  user_topic: userTopicState,
  video_calls: videoCallsState,
  navigation_views: navigationViewsState,
  realm_user: realmUserState,
  presence: presenceState,
  user_status: userStatusState,
  realm_bot: realmBotState,
  realm_user_groups: realmUserGroupsState,
  custom_profile_fields: customProfileFieldsState,
};
