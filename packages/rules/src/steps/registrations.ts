function words(text: string): string[] {
  return text.trim().split(/\s+/);
}

/** Registration of the mobile client. */
export const MOBILE = {
  apply_markdown: true,
  client_gravatar: false,
  slim_presence: true,
  idle_queue_timeout: '"mobile"',
  client_capabilities: {
    notification_settings_null: true,
    bulk_message_deletion: true,
    user_avatar_url_field_optional: true,
    stream_typing_notifications: true,
    user_settings_object: true,
    include_deactivated_groups: true,
    empty_topic_name: true,
    individual_emoji_changes: true,
  },
};

/** Registration of the terminal client. */
export const TERMINAL = {
  event_types: words(`message update_message reaction submessage subscription typing update_message_flags
    user_settings realm_emoji realm_user`),
  fetch_event_types:
    words(`realm presence subscription message starred_messages update_message_flags muted_topics
    realm_user realm_user_groups user_settings realm_emoji custom_profile_fields zulip_version`),
  client_gravatar: true,
  apply_markdown: true,
  include_subscribers: 'true',
};
