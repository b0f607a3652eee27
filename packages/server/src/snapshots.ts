import { alertWordsState } from './alert-words/snapshot.ts';
import { realmBotState } from './bots/snapshot.ts';
import { videoCallsState } from './calls/snapshot.ts';
import { channelFoldersState } from './channel-folders/snapshot.ts';
import { defaultStreamsState, streamState, subscriptionState } from './channels/snapshot.ts';
import { realmDomainsState } from './domains/snapshot.ts';
import { deviceState } from './devices/snapshot.ts';
import { draftsState } from './drafts/snapshot.ts';
import { realmEmojiState } from './emoji/snapshot.ts';
import { realmUserGroupsState } from './groups/snapshot.ts';
import { realmLinkifiersState } from './linkifiers/snapshot.ts';
import {
  messageState,
  recentConversationsState,
  starredMessagesState,
  unreadState,
} from './messages/reading/snapshot.ts';
import { mutedUsersState } from './muted-people/snapshot.ts';
import { realmUserState } from './people/snapshot.ts';
import { realmPlaygroundsState } from './playgrounds/snapshot.ts';
import { presenceState } from './presence/snapshot.ts';
import { customProfileFieldsState } from './profile-fields/snapshot.ts';
import { notYet } from './queues/not-yet.ts';
import type { SnapshotParts } from './queues/snapshot.ts';
import { realmBillingState, realmState } from './realm/snapshot.ts';
import { realmUserSettingsDefaultsState, userSettingsState } from './settings/snapshot.ts';
import { remindersState } from './reminders/snapshot.ts';
import { scheduledMessagesState } from './scheduled-messages/snapshot.ts';
import { savedSnippetsState } from './snippets/snapshot.ts';
import { mutedTopicsState, userTopicState } from './topics/snapshot.ts';
import { userStatusState } from './user-status/snapshot.ts';
import { navigationViewsState } from './views/snapshot.ts';

/** Who reads which part of the state at registration. */
export const snapshots: SnapshotParts = {
  ...notYet,
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
