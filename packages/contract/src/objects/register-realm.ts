import * as z from 'zod';
import { boolean, integer, number, string, unixSeconds } from '../primitives.ts';
import { realmPermissionValues, supportedPermissions } from './permission-settings.ts';
import { realmSettingValues } from './realm-settings.ts';

const { string_id: _, ...shownSettings } = realmSettingValues;

type Prefixed<T> = { [K in keyof T & string as `realm_${K}`]: T[K] };

function prefixed<T extends object>(parts: T): Prefixed<T> {
  return Object.fromEntries(
    Object.entries(parts).map(([name, part]) => [`realm_${name}`, part]),
  ) as Prefixed<T>;
}

const named = z.strictObject({ id: integer, name: string });

/** The organization and the server, in the answer of registration. */
export const realmState = {
  ...prefixed(shownSettings),
  ...prefixed(realmPermissionValues),

  realm_url: string,
  realm_uri: string.describe('Older name of `realm_url`.'),
  realm_uuid: string,
  realm_bot_domain: string,
  realm_date_created: unixSeconds,
  realm_plan_type: integer,
  realm_icon_url: string,
  realm_icon_source: string,
  realm_logo_url: string,
  realm_logo_source: string,
  realm_night_logo_url: string,
  realm_night_logo_source: string,
  demo_organization_scheduled_deletion_date: unixSeconds.optional(),

  realm_allow_edit_history: boolean,
  realm_mandatory_topics: boolean,
  realm_empty_topic_display_name: string,
  realm_wildcard_mention_policy: integer,
  realm_create_public_stream_policy: integer,
  realm_create_private_stream_policy: integer,
  realm_create_web_public_stream_policy: integer,
  realm_owner_full_content_access: boolean,
  realm_presence_disabled: boolean,
  realm_push_notifications_enabled: boolean,
  realm_push_notifications_enabled_end_timestamp: unixSeconds.nullable(),
  realm_upload_quota_mib: integer.nullable(),
  realm_email_auth_enabled: boolean,
  realm_password_auth_enabled: boolean,
  realm_available_video_chat_providers: z.record(string, named),
  gif_rating_policy_options: z.record(string, named),
  realm_default_external_accounts: z.record(
    string,
    z.strictObject({ name: string, text: string, hint: string, url_pattern: string }),
  ),
  settings_send_digest_emails: boolean,
  zulip_plan_is_not_limited: boolean,
  upgrade_text_for_wide_organization_logo: string,
  development_environment: boolean,
  receives_typing_notifications: boolean,

  max_message_length: integer,
  max_topic_length: integer,
  max_stream_name_length: integer,
  max_stream_description_length: integer,
  max_channel_folder_name_length: integer,
  max_channel_folder_description_length: integer,
  max_reminder_note_length: integer,
  max_bulk_new_subscription_messages: number,
  max_avatar_file_size_mib: integer,
  max_icon_file_size_mib: integer,
  max_logo_file_size_mib: integer,
  max_file_upload_size_mib: integer,
  password_min_length: integer,
  password_max_length: integer,
  password_min_guesses: integer,
  event_queue_longpoll_timeout_seconds: integer,

  jitsi_server_url: string.nullable(),
  server_jitsi_server_url: string.nullable(),
  server_generation: integer,
  server_emoji_data_url: string,
  server_inline_image_preview: boolean,
  server_inline_url_embed_preview: boolean,
  server_avatar_changes_disabled: boolean,
  server_name_changes_disabled: boolean,
  server_needs_upgrade: boolean,
  server_web_public_streams_enabled: boolean,
  server_can_summarize_topics: boolean,
  server_thumbnail_formats: z.array(
    z.strictObject({
      name: string,
      max_width: integer,
      max_height: integer,
      format: string,
      animated: boolean,
    }),
  ),
  server_report_message_types: z.array(z.strictObject({ key: string, name: string })),
  server_supported_permission_settings: supportedPermissions,
  server_presence_ping_interval_seconds: integer,
  server_presence_offline_threshold_seconds: integer,
  server_typing_started_expiry_period_milliseconds: integer,
  server_typing_stopped_wait_period_milliseconds: integer,
  server_typing_started_wait_period_milliseconds: integer,
  server_min_deactivated_realm_deletion_days: integer.nullable(),
  server_max_deactivated_realm_deletion_days: integer.nullable(),
};
