import * as z from 'zod';
import { boolean, integer, number, string } from '../primitives.ts';
import { realmBot } from './bot.ts';
import { channel, channelFolder, neverSubscribedChannel, subscription } from './channel.ts';
import { customProfileField } from './custom-profile-field.ts';
import { draft } from './draft.ts';
import { realmEmoji, userStatus } from './emoji.ts';
import { linkifier } from './linkifier.ts';
import { navigationView } from './navigation-view.ts';
import {
  device,
  mutedTopic,
  mutedUser,
  reminder,
  savedSnippet,
  scheduledMessage,
  unreadMessages,
  userTopic,
} from './personal.ts';
import { playground } from './playground.ts';
import { presences } from './presence.ts';
import { realmDomain } from './realm-domain.ts';
import { userGroup } from './user-group.ts';
import { userListPart } from './user-list-part.ts';
import { userSettingsDefaultsObject, userSettingsObject } from './user-settings.ts';
import { crossRealmBot, registeredUser } from './user.ts';

/** State of a user's own things, by the name under which a client fetches it. */
export const personalState = {
  alert_words: { alert_words: z.array(string) },
  device: { devices: z.record(string, device) },
  drafts: { drafts: z.array(draft).describe('The newest first.') },
  message: { max_message_id: integer.describe('Highest id received; -1 if none.') },
  muted_topics: { muted_topics: z.array(mutedTopic) },
  muted_users: { muted_users: z.array(mutedUser) },
  navigation_views: { navigation_views: z.array(navigationView) },
  onboarding_steps: {
    onboarding_steps: z.array(z.strictObject({ type: string, name: string })),
    navigation_tour_video_url: string.nullable(),
  },
  recent_private_conversations: {
    recent_private_conversations: z.array(
      z.strictObject({
        user_ids: z.array(integer).describe('The others, ascending; empty for notes to oneself.'),
        max_message_id: integer,
      }),
    ),
  },
  reminders: { reminders: z.array(reminder) },
  saved_snippets: { saved_snippets: z.array(savedSnippet) },
  scheduled_messages: { scheduled_messages: z.array(scheduledMessage) },
  starred_messages: { starred_messages: z.array(integer) },
  update_message_flags: { unread_msgs: unreadMessages },
  user_settings: { user_settings: userSettingsObject },
  user_topic: { user_topics: z.array(userTopic) },
  video_calls: {
    has_conference_token: boolean.describe('Whether the user can create video calls.'),
    has_webex_token: boolean,
    has_zoom_token: boolean,
  },
};

/** State that users of an organization share, by the name under which a client fetches it. */
export const sharedState = {
  channel_folders: { channel_folders: z.array(channelFolder) },
  custom_profile_fields: {
    custom_profile_fields: z.array(customProfileField),
    custom_profile_field_types: z.record(string, z.strictObject({ id: integer, name: string })),
  },
  default_streams: { realm_default_streams: z.array(integer) },
  default_stream_groups: {
    realm_default_stream_groups: z.array(
      z.strictObject({ id: integer, name: string, description: string, streams: z.array(integer) }),
    ),
  },
  giphy: { giphy_api_key: string },
  klipy: { klipy_api_key: string },
  tenor: { tenor_api_key: string },
  presence: { presences, presence_last_update_id: integer, server_timestamp: number },
  realm_billing: { realm_billing: z.strictObject({ has_pending_sponsorship_request: boolean }) },
  realm_bot: { realm_bots: z.array(realmBot) },
  realm_domains: { realm_domains: z.array(realmDomain) },
  realm_embedded_bots: {
    realm_embedded_bots: z.array(z.strictObject({ name: string, config: z.record(string, string) })),
  },
  realm_emoji: { realm_emoji: z.record(string, realmEmoji) },
  realm_filters: { realm_filters: z.array(z.tuple([string, string, integer])).describe('Always empty.') },
  realm_incoming_webhook_bots: {
    realm_incoming_webhook_bots: z.array(
      z.strictObject({
        name: string,
        display_name: string,
        all_event_types: z.array(string).nullable(),
        config_options: z.array(z.strictObject({ key: string, label: string, validator: string })),
        url_options: z.array(z.strictObject({ key: string, label: string, input_type: string })),
      }),
    ),
  },
  realm_linkifiers: { realm_linkifiers: z.array(linkifier) },
  realm_playgrounds: { realm_playgrounds: z.array(playground) },
  realm_user: {
    realm_users: z.array(registeredUser),
    realm_non_active_users: z.array(registeredUser),
    users_version: userListPart.users_version.optional(),
    users_complete: userListPart.users_complete.optional(),
    users_restart: userListPart.users_restart.optional(),
    cross_realm_bots: z.array(crossRealmBot),
    avatar_source: string,
    avatar_url: string,
    avatar_url_medium: string,
    can_create_streams: boolean,
    can_create_public_streams: boolean,
    can_create_private_streams: boolean,
    can_create_web_public_streams: boolean,
    can_subscribe_other_users: boolean,
    can_invite_others_to_realm: boolean,
    is_admin: boolean,
    is_owner: boolean,
    is_moderator: boolean,
    is_guest: boolean,
    user_id: integer,
    email: string,
    delivery_email: string,
    full_name: string,
  },
  realm_user_groups: { realm_user_groups: z.array(userGroup) },
  realm_user_settings_defaults: { realm_user_settings_defaults: userSettingsDefaultsObject },
  stop_words: { stop_words: z.array(string) },
  stream: { streams: z.array(channel) },
  subscription: {
    subscriptions: z.array(subscription),
    unsubscribed: z.array(subscription),
    never_subscribed: z.array(neverSubscribedChannel),
  },
  user_status: { user_status: z.record(string, userStatus) },
};

/** Fields of every registration, independent of the fetched event types. */
export const alwaysRegistered = {
  queue_id: string,
  idle_queue_timeout_secs: integer.describe('Seconds without a poll after which the queue may be forgotten.'),
  last_event_id: integer.describe('Pass it to the first poll.'),
  feature_level: integer,
  server_version: string,
  merge_base: string,
  zulip_feature_level: integer.describe('The same as `feature_level`.'),
  zulip_version: string.describe('The same as `server_version`.'),
  zulip_merge_base: string.describe('The same as `merge_base`.'),
};
