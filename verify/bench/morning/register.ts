import { post } from '../day/requests.ts';

/** Registration of a full web client. */
export function registerRequest(headers: string, types?: readonly string[]): string {
  return post(
    '/register',
    {
      apply_markdown: 'true',
      client_gravatar: 'true',
      slim_presence: 'true',
      include_subscribers: 'partial',
      client_capabilities: JSON.stringify({
        notification_settings_null: true,
        bulk_message_deletion: true,
        user_avatar_url_field_optional: true,
        stream_typing_notifications: true,
        linkifier_url_template: true,
        user_list_incomplete: true,
        include_deactivated_groups: true,
        archived_channels: true,
        empty_topic_name: true,
        simplified_presence_events: true,
        individual_emoji_changes: true,
      }),
      ...(types === undefined ? {} : { fetch_event_types: JSON.stringify(types) }),
    },
    headers,
  );
}
