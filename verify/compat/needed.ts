/**
 * Fields that unmodified clients read without a check: a missing key ends them. `[]` means every element of at least
 * one.
 */
export type Need = { readonly place: string; readonly fields: readonly string[] };

function words(text: string): string[] {
  return text.trim().split(/\s+/);
}

function within(prefix: string, names: string): string[] {
  return words(names).map((name) => `${prefix}.${name}`);
}

function need(place: string, ...fields: readonly (string | readonly string[])[]): Need {
  return {
    place,
    fields: fields.flatMap((one) => (typeof one === 'string' ? words(one) : one)),
  };
}

const CHANNEL = `stream_id name description rendered_description date_created invite_only is_web_public
  history_public_to_subscribers`;
const FOLDER = 'id name order description rendered_description is_archived';
const EMOJI = 'id name source_url deactivated';
const PROFILE_FIELD = 'id type order name hint field_data';
const SNIPPET = 'id title content date_created';
const USER = 'user_id email full_name date_joined is_bot role timezone avatar_version';
const MESSAGE = `id type content content_type client timestamp sender_id sender_email sender_full_name
  sender_realm_str is_me_message reactions display_recipient subject submessages`;

export const needs: readonly Need[] = [
  need(
    'register of the mobile client',
    `queue_id last_event_id zulip_version zulip_feature_level zulip_merge_base realm_name realm_users
    realm_non_active_users cross_realm_bots subscriptions streams user_topics unread_msgs starred_messages
    recent_private_conversations realm_user_groups realm_emoji custom_profile_fields presences user_settings
    user_status muted_users alert_words max_stream_name_length max_topic_length max_file_upload_size_mib
    server_presence_ping_interval_seconds server_presence_offline_threshold_seconds
    event_queue_longpoll_timeout_seconds server_emoji_data_url realm_icon_url realm_wildcard_mention_policy
    realm_waiting_period_threshold realm_allow_message_editing realm_enable_read_receipts
    realm_presence_disabled realm_default_external_accounts realm_empty_topic_display_name`,
    within('realm_users[]', USER),
    within('realm_emoji{}', EMOJI),
    within('user_status{}', 'status_text'),
    within('muted_users[]', 'id timestamp'),
    within('channel_folders[]', FOLDER),
    within('saved_snippets[]', SNIPPET),
    within('devices{}', 'push_key_id? push_token_id? pending_push_token_id? push_registration_error_code?'),
    within('streams[]', CHANNEL),
    within('subscriptions[]', `${CHANNEL} pin_to_top is_muted color`),
    within('unread_msgs', 'count pms streams huddles mentions old_unreads_missing'),
    within('unread_msgs.pms[]', 'other_user_id sender_id unread_message_ids'),
    within('unread_msgs.streams[]', 'topic stream_id unread_message_ids'),
    within('unread_msgs.huddles[]', 'user_ids_string unread_message_ids'),
    within('user_settings', 'starred_message_counts display_emoji_reaction_users emojiset presence_enabled'),
    within('realm_user_groups[]', 'id members direct_subgroup_ids name description is_system_group'),
    within('custom_profile_fields[]', PROFILE_FIELD),
    within('user_topics[]', 'stream_id topic_name last_updated visibility_policy'),
    within('recent_private_conversations[]', 'max_message_id user_ids'),
    within('presences{}', 'active_timestamp idle_timestamp'),
  ),
  need(
    'register of the terminal client',
    `queue_id last_event_id zulip_version max_message_id user_id email full_name realm_name realm_users
    cross_realm_bots subscriptions muted_topics unread_msgs starred_messages realm_user_groups realm_emoji
    custom_profile_fields presences user_settings realm_allow_message_editing realm_message_retention_days
    realm_allow_edit_history`,
    'realm_message_content_edit_limit_seconds?',
    within('realm_users[]', 'user_id email full_name is_bot'),
    within('realm_emoji{}', 'name deactivated'),
    within('muted_topics[]', '0 1 2'),
    within('unread_msgs', 'mentions'),
    within('unread_msgs.streams[]', 'stream_id topic unread_message_ids'),
    within('unread_msgs.huddles[]', 'user_ids_string unread_message_ids'),
    within(
      'subscriptions[]',
      `stream_id name description invite_only pin_to_top is_muted color
      rendered_description date_created stream_post_policy subscribers history_public_to_subscribers`,
    ),
    within('subscriptions[]', 'desktop_notifications? message_retention_days? stream_weekly_traffic?'),
    within('unread_msgs.pms[]', 'sender_id unread_message_ids'),
    within(
      'user_settings',
      'send_private_typing_notifications twenty_four_hour_time pm_content_in_desktop_notifications',
    ),
    within('realm_user_groups[]', 'id name'),
    within('custom_profile_fields[]', 'id type name order field_data'),
    within('presences{}', 'aggregated website'),
    within('presences{}.aggregated', 'client status timestamp'),
    within('presences{}.website', 'client status timestamp pushable'),
  ),
  need('register of the terminal client, again', 'queue_id last_event_id max_message_id'),
  need('register of the Python client', 'queue_id last_event_id'),
  need(
    'message in a channel',
    `${MESSAGE} stream_id flags`,
    within('reactions[]', 'emoji_name emoji_code reaction_type user_id'),
  ),
  need('direct message', `${MESSAGE} flags`, within('display_recipient[]', 'id email full_name')),
  need(
    'GET /server_settings',
    `authentication_methods external_authentication_methods zulip_feature_level zulip_version zulip_merge_base
    push_notifications_enabled is_incompatible email_auth_enabled require_email_format_usernames realm_uri
    realm_name realm_icon realm_description realm_web_public_access_enabled authentication_methods.ldap`,
    within('external_authentication_methods[]', 'name display_name login_url signup_url'),
  ),
  need('POST /fetch_api_key', 'api_key email user_id'),
  need('GET /events', 'events', within('events[]', 'id type')),
  need(
    'GET /messages',
    'anchor found_newest found_oldest found_anchor history_limited messages',
    within('messages[]', `${MESSAGE} flags`),
  ),
  need('GET /messages/{id}', 'message raw_content'),
  need('POST /messages', 'result id'),
  need('POST /messages/flags', 'messages'),
  need('POST /messages/flags/narrow', 'processed_count updated_count found_oldest found_newest'),
  need('GET topics', 'topics', within('topics[]', 'max_id name')),
  need('POST /user_uploads', 'uri'),
  need('GET /user_uploads', 'url'),
  need('emoji data', 'code_to_names'),
  need('GET email_address', 'email'),
  need('GET read_receipts', 'user_ids'),
  need('POST presence, slim', 'presences', within('presences{}', 'active_timestamp idle_timestamp')),
  need('POST presence', 'presences', within('presences{}', 'aggregated website')),
  need('GET /users/me', 'user_id full_name email'),
  need('GET history', 'message_history'),
  need('PUT /bot_storage', 'result'),
  need('GET /bot_storage', 'result storage'),
  need('event heartbeat', 'id type'),
  need('event message', 'id message flags', within('message', `${MESSAGE} stream_id`)),
  need('event message, echoed', 'id message flags local_message_id', within('message', MESSAGE)),
  need('event message of the terminal client', 'id message flags', within('message', MESSAGE)),
  need(
    'event update_message of a text',
    'message_id message_ids flags rendering_only edit_timestamp rendered_content is_me_message',
  ),
  need(
    'event update_message of a move',
    'message_id message_ids flags rendering_only edit_timestamp stream_id orig_subject subject propagate_mode',
  ),
  need(
    'event update_message of a move to another channel',
    `message_id message_ids flags rendering_only edit_timestamp stream_id orig_subject new_stream_id
    propagate_mode`,
  ),
  need('event delete_message, stream', 'message_ids message_type stream_id topic'),
  need('event delete_message, private', 'message_ids message_type'),
  need('event update_message_flags/add', 'op flag messages all'),
  need(
    'event update_message_flags/remove, stream',
    'op flag messages all message_details',
    within('message_details{}', 'type stream_id topic'),
  ),
  need(
    'event update_message_flags/remove, private',
    'op flag messages all message_details',
    within('message_details{}', 'type user_ids'),
  ),
  need(
    'event reaction/add',
    `op emoji_name emoji_code reaction_type user_id message_id
    user.user_id user.email user.full_name`,
  ),
  need(
    'event reaction/remove',
    `op emoji_name emoji_code reaction_type user_id message_id
    user.user_id user.email user.full_name`,
  ),
  need('event submessage', 'msg_type content message_id sender_id submessage_id'),
  ...['start', 'stop'].flatMap((op) => [
    need(
      `event typing/${op}, direct`,
      'op message_type sender.user_id sender.email',
      within('recipients[]', 'user_id'),
    ),
    need(`event typing/${op}, direct of the terminal client`, 'op sender.user_id sender.email'),
    need(`event typing/${op}, stream`, 'op message_type sender.user_id stream_id topic'),
  ]),
  need(
    'event presence',
    'user_id server_timestamp presence',
    within('presence{}', 'client status timestamp pushable'),
  ),
  need(
    'event subscription/add',
    'op subscriptions',
    within('subscriptions[]', `${CHANNEL} pin_to_top is_muted color`),
  ),
  need('event subscription/remove', 'op subscriptions', within('subscriptions[]', 'stream_id')),
  need('event subscription/update', 'op stream_id property value'),
  need('event subscription/peer_add', 'op stream_ids user_ids'),
  need('event subscription/peer_remove', 'op stream_ids user_ids'),
  need('event stream/create', 'op streams', within('streams[]', CHANNEL)),
  need('event stream/update', 'op stream_id name property value'),
  need('event stream/delete', 'op stream_ids streams', within('streams[]', 'stream_id')),
  need('event channel_folder/add', 'op channel_folder', within('channel_folder', FOLDER)),
  need('event channel_folder/update', 'op channel_folder_id data data.name'),
  need('event channel_folder/reorder', 'op order'),
  need('event realm_user/add', 'op person', within('person', USER)),
  need('event realm_user/update', 'op person person.user_id'),
  need('event realm_emoji/add', 'op emoji', within('emoji', EMOJI)),
  need('event realm_emoji/update_one', 'op emoji_id data data.deactivated'),
  need(
    'event realm_emoji/update of the terminal client',
    'op realm_emoji',
    within('realm_emoji{}', 'name deactivated'),
  ),
  need('event realm_emoji/update of an older client', 'op realm_emoji', within('realm_emoji{}', EMOJI)),
  need('event user_settings/update', 'op property value'),
  need('event user_topic', 'stream_id topic_name last_updated visibility_policy'),
  need(
    'event user_group/add',
    'op group',
    within('group', 'id members direct_subgroup_ids name description is_system_group'),
  ),
  need('event user_group/update', 'op group_id data'),
  need('event user_group/add_members', 'op group_id user_ids'),
  need('event user_group/remove_members', 'op group_id user_ids'),
  need('event user_group/add_subgroups', 'op group_id direct_subgroup_ids'),
  need('event user_group/remove_subgroups', 'op group_id direct_subgroup_ids'),
  need('event user_group/remove of an older client', 'op group_id'),
  need('event user_status', 'user_id status_text'),
  need('event muted_users', 'muted_users', within('muted_users[]', 'id timestamp')),
  need('event alert_words', 'alert_words'),
  need('event custom_profile_fields', 'fields', within('fields[]', PROFILE_FIELD)),
  need('event saved_snippets/add', 'op saved_snippet', within('saved_snippet', SNIPPET)),
  need('event saved_snippets/update', 'op saved_snippet', within('saved_snippet', SNIPPET)),
  need('event saved_snippets/remove', 'op saved_snippet_id'),
  need('event device/add', 'op device_id'),
  need('event device/update', 'op device_id push_key_id'),
  need('event device/remove', 'op device_id'),
];
