import { limits } from '@parley/contract/limits.ts';
import { supportedPermissionSettings } from '@parley/contract/objects/permission-settings.ts';
import { reasons } from '../../chat/reports/report-message.ts';
import { thumbnailFormats } from '../../chat/uploads/thumbnails.ts';
import type { Config } from '../../engine/config.ts';
import { VERSION } from '../../engine/version.ts';
import { OFFLINE_MS } from '../presence/times.ts';
import { deletionDelayDays } from './settings.ts';

/** Increases with each release, so that clients notice a server upgrade. */
const SERVER_GENERATION = generationOf(VERSION);

/** A version as one number; `0.2.0-dev` counts as `0.2.0`. */
export function generationOf(version: string): number {
  return version.split('.').reduce((sum, part) => sum * 1000 + Number.parseInt(part, 10), 0);
}

/** The part of the snapshot about the server, which is the same for all organizations. */
export function serverState(config: Config) {
  return {
    max_message_length: limits.messageLength,
    max_topic_length: limits.topicLength,
    max_stream_name_length: limits.channelNameLength,
    max_stream_description_length: limits.channelDescriptionLength,
    max_channel_folder_name_length: limits.channelFolderNameLength,
    max_channel_folder_description_length: limits.channelFolderDescriptionLength,
    max_reminder_note_length: limits.reminderNoteLength,
    max_bulk_new_subscription_messages: 100,
    max_avatar_file_size_mib: 5,
    max_icon_file_size_mib: 5,
    max_logo_file_size_mib: 5,
    max_file_upload_size_mib: config.uploads.maxMiB,
    password_min_length: limits.passwordMinLength,
    password_max_length: limits.passwordMaxLength,
    password_min_guesses: limits.passwordMinGuesses,
    event_queue_longpoll_timeout_seconds: limits.longPollSeconds,

    server_generation: SERVER_GENERATION,
    server_emoji_data_url: '/static/emoji/emoji_api.json',
    server_jitsi_server_url: JITSI_SERVER,
    server_inline_image_preview: true,
    server_inline_url_embed_preview: config.previews.pages,
    server_avatar_changes_disabled: false,
    server_name_changes_disabled: false,
    server_needs_upgrade: false,
    server_web_public_streams_enabled: config.webPublic,
    server_can_summarize_topics: false,
    server_thumbnail_formats: thumbnailFormats,
    server_report_message_types: reasons,
    server_supported_permission_settings: supportedPermissionSettings,
    server_presence_ping_interval_seconds: 60,
    server_presence_offline_threshold_seconds: OFFLINE_MS / 1000,
    server_typing_started_expiry_period_milliseconds: 45_000,
    server_typing_stopped_wait_period_milliseconds: 12_000,
    server_typing_started_wait_period_milliseconds: 30_000,
    server_min_deactivated_realm_deletion_days: deletionDelayDays.min,
    server_max_deactivated_realm_deletion_days: deletionDelayDays.max,

    realm_available_video_chat_providers: videoProviders(config),
    gif_rating_policy_options: gifRatings,
    settings_send_digest_emails: config.mail !== undefined,
    zulip_plan_is_not_limited: true,
    upgrade_text_for_wide_organization_logo: '',
    development_environment: false,
  };
}

const gifRatings = {
  disabled: { id: 0, name: 'No animated pictures' },
  g: { id: 1, name: 'Rated G' },
  pg: { id: 2, name: 'Rated PG or milder' },
  'pg-13': { id: 3, name: 'Rated PG-13 or milder' },
  r: { id: 4, name: 'Rated R or milder' },
};

export type VideoProvider = { readonly id: number; readonly name: string };

/** The video call providers that an organization can choose, by their name on the wire. */
export function videoProviders({ calls }: Config): Record<string, VideoProvider> {
  return {
    disabled: { id: 0, name: 'None' },
    jitsi_meet: { id: 1, name: 'Jitsi Meet' },
    ...(calls.clientId !== '' && calls.clientSecret !== '' ? { webex: { id: 8, name: 'Conference' } } : {}),
  };
}

/** The default server for video calls. */
export const JITSI_SERVER = 'https://meet.jit.si';
