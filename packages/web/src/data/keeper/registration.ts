import type { ArgumentsOf, operations } from '@parley/client';

/** A queue outlives a week of sleep, which is the longest that the server grants. */
const QUEUE_IDLE_SECONDS = 604_800;

/** Arguments with which the web client registers its queue. */
export const registration: ArgumentsOf<(typeof operations)['registerQueue']> = {
  apply_markdown: true,
  client_gravatar: false,
  slim_presence: true,
  include_subscribers: 'partial',
  idle_queue_timeout: QUEUE_IDLE_SECONDS,
  client_capabilities: {
    notification_settings_null: true,
    bulk_message_deletion: true,
    user_avatar_url_field_optional: true,
    stream_typing_notifications: true,
    user_settings_object: true,
    linkifier_url_template: true,
    user_list_incomplete: true,
    include_deactivated_groups: true,
    archived_channels: true,
    empty_topic_name: true,
    simplified_presence_events: true,
    individual_emoji_changes: true,
    streamed_messages: true,
  },
};
