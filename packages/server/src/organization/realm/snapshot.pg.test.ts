import { registerQueue } from '@parley/contract/endpoints/queues.ts';
import { realmState } from '@parley/contract/objects/register-realm.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../engine/db/sql.ts';
import { startTestServer, type TestUser, type TestServer } from '@parley/test-support/harness.ts';

let server: TestServer;
let ada: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  ada = await server.user({ fullName: 'Ada' });
});
afterAll(() => server.stop());

function register(...types: string[]) {
  return ada.connection.call(registerQueue, { fetch_event_types: types });
}

test('the snapshot has every realm field of the contract except the demo deletion date', async () => {
  const state = await register('realm');
  const missing = Object.keys(realmState).filter((name) => !(name in state));
  expect(missing).toEqual(['demo_organization_scheduled_deletion_date']);
});

test('permissions are initially the ids of the default groups', async () => {
  const state = await register('realm');
  const rows = await server.server.world.pool.all(
    sql<{ id: number; name: string }>`select id, name from user_group where realm_id = ${server.realmId}`,
  );
  const groups = new Map(rows.map(({ id, name }) => [name, id]));
  expect(state.realm_can_create_groups).toBe(groups.get('role:members'));
  expect(state.realm_can_manage_all_groups).toBe(groups.get('role:owners'));
  expect(state.realm_can_access_all_users_group).toBe(groups.get('role:everyone'));
  expect(state.realm_wildcard_mention_policy).toBe(5);
  expect(state.realm_create_web_public_stream_policy).toBe(7);
});

test('an education organization starts with narrower permissions and shows addresses to moderators', async () => {
  const { createRealm } = await import('./create-realm.ts');
  const { pool } = server.server.world;
  const id = await createRealm(pool, { subdomain: 'school', name: 'School', orgType: 35 });
  const pupil = await server.user({ realmId: id, host: 'school.parley.test' });
  const state = await pupil.connection.call(registerQueue, {
    fetch_event_types: ['realm', 'realm_user_settings_defaults'],
  });
  const groups = await pool.all(
    sql<{ id: number; name: string }>`select id, name from user_group where realm_id = ${id}`,
  );
  const named = (name: string) => groups.find((group) => group.name === name)?.id;
  expect(state).toMatchObject({
    realm_org_type: 35,
    realm_can_create_groups: named('role:moderators'),
    realm_can_invite_users_group: named('role:administrators'),
    realm_can_create_private_channel_group: named('role:members'),
    realm_user_settings_defaults: { email_address_visibility: 5 },
  });
});

test('limits and intervals have the documented values', async () => {
  expect(await register('realm')).toMatchObject({
    realm_name: 'Root',
    realm_url: 'http://parley.test',
    realm_uri: 'http://parley.test',
    realm_bot_domain: 'parley.test',
    realm_message_retention_days: -1,
    realm_message_content_edit_limit_seconds: 600,
    realm_allow_edit_history: true,
    realm_mandatory_topics: false,
    realm_empty_topic_display_name: 'general chat',
    realm_new_stream_announcements_stream_id: -1,
    realm_authentication_methods: { Email: { enabled: true, available: true } },
    realm_available_video_chat_providers: { disabled: { id: 0 }, jitsi_meet: { id: 1 } },
    max_message_length: 10_000,
    event_queue_longpoll_timeout_seconds: 90,
    server_emoji_data_url: '/static/emoji/emoji_api.json',
    server_presence_offline_threshold_seconds: 300,
  });
});

test('user_settings includes the available choices and the changed values', async () => {
  const grace = await server.user({ settings: { twenty_four_hour_time: true }, emailVisibility: 4 });
  const state = await grace.connection.call(registerQueue, { fetch_event_types: ['user_settings'] });
  expect(state.user_settings).toMatchObject({
    twenty_four_hour_time: true,
    email_address_visibility: 4,
    emojiset: 'google',
    timezone: '',
    presence_enabled: true,
    available_notification_sounds: expect.arrayContaining(['zulip']),
  });
  expect(state).not.toHaveProperty('realm_name');
});

test('new users start with the defaults of the organization', async () => {
  const state = await register('realm_user_settings_defaults', 'realm_billing');
  expect(state.realm_user_settings_defaults).toMatchObject({ email_address_visibility: 1, color_scheme: 1 });
  expect(state.realm_user_settings_defaults).not.toHaveProperty('timezone');
  expect(state.realm_billing).toEqual({ has_pending_sponsorship_request: false });
});

test('an organization that stores no default for the visibility of addresses keeps them from members', async () => {
  const { pool } = server.server.world;
  const id = await server.realm('older');
  await pool.all(sql`update realm set user_defaults = '{}' where id = ${id}`);
  const member = await server.user({ realmId: id, host: 'older.parley.test' });
  const state = await member.connection.call(registerQueue, {
    fetch_event_types: ['user_settings', 'realm_user_settings_defaults'],
  });
  expect(state).toMatchObject({
    user_settings: { email_address_visibility: 3 },
    realm_user_settings_defaults: { email_address_visibility: 3 },
  });
});
