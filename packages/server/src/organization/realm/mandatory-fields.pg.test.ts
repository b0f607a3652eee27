import { registerQueue } from '@parley/contract/endpoints/queues.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '@parley/test-support/harness.ts';

let server: TestServer;
let state: Record<string, unknown>;
beforeAll(async () => {
  server = await startTestServer();
  const ada = await server.user({ fullName: 'Ada' });
  state = await ada.connection.call(registerQueue, {
    apply_markdown: true,
    client_gravatar: false,
    slim_presence: true,
    idle_queue_timeout: 'mobile',
    client_capabilities: { notification_settings_null: true, empty_topic_name: true },
  });
});
afterAll(() => server.stop());

/** Existing clients do not start without these fields. */
test.each([
  'queue_id',
  'last_event_id',
  'zulip_version',
  'zulip_feature_level',
  'zulip_merge_base',
  'max_message_id',
  'user_id',
  'email',
  'full_name',
  'realm_name',
  'realm_users',
  'realm_non_active_users',
  'cross_realm_bots',
  'subscriptions',
  'streams',
  'muted_topics',
  'user_topics',
  'unread_msgs',
  'starred_messages',
  'recent_private_conversations',
  'realm_user_groups',
  'realm_emoji',
  'custom_profile_fields',
  'presences',
  'user_settings',
  'user_status',
  'muted_users',
  'alert_words',
  'max_stream_name_length',
  'max_topic_length',
  'max_file_upload_size_mib',
  'server_presence_ping_interval_seconds',
  'server_presence_offline_threshold_seconds',
  'event_queue_longpoll_timeout_seconds',
  'server_emoji_data_url',
  'realm_icon_url',
  'realm_wildcard_mention_policy',
  'realm_waiting_period_threshold',
  'realm_allow_message_editing',
  'realm_message_content_edit_limit_seconds',
  'realm_enable_read_receipts',
  'realm_presence_disabled',
  'realm_default_external_accounts',
  'realm_message_retention_days',
  'realm_allow_edit_history',
])('the register response has %s', (name) => {
  expect(state[name]).toBeDefined();
  expect(state[name]).not.toBeNull();
});

test('the register response lists the caller among the users', () => {
  expect(state['realm_users']).toContainEqual(expect.objectContaining({ user_id: state['user_id'] }));
});

test('user_settings and unread_msgs have the fields that clients read on startup', () => {
  for (const name of [
    'starred_message_counts',
    'display_emoji_reaction_users',
    'emojiset',
    'presence_enabled',
    'twenty_four_hour_time',
    'send_private_typing_notifications',
    'pm_content_in_desktop_notifications',
  ])
    expect(state['user_settings']).toHaveProperty(name);
  expect(Object.keys(state['unread_msgs'] as object).toSorted()).toEqual([
    'count',
    'huddles',
    'mentions',
    'old_unreads_missing',
    'pms',
    'streams',
  ]);
});

test('the wildcard mention policy has a value known to clients', () => {
  expect([1, 2, 3, 5, 6, 7]).toContain(state['realm_wildcard_mention_policy']);
});
