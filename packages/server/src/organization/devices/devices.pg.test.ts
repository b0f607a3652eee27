import {
  addApnsToken,
  addFcmToken,
  e2eeTestNotify,
  registerClientDevice,
  registerPushDevice,
  testNotify,
} from '@parley/contract/endpoints/devices.ts';
import { getServerSettings } from '@parley/contract/endpoints/server.ts';
import { getEvents, registerQueue } from '@parley/contract/endpoints/queues.ts';
import { regenerateApiKey } from '@parley/contract/endpoints/users.ts';
import { createConnection } from '@parley/client/connection.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../engine/db/sql.ts';
import { startTestServer, type TestServer } from '@parley/test-support/harness.ts';
import { heard } from '@parley/test-support/talk.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const TOKEN = {
  token_kind: 'fcm',
  token_id: 'a token',
  bouncer_public_key: 'a public key',
  encrypted_push_registration: 'sealed',
} as const;

test('a push registration is stored, and its token is pending with an error code', async () => {
  const ada = await server.user();
  const { device_id } = await ada.connection.call(registerClientDevice);
  const register = () =>
    ada.connection.call(registerPushDevice, { device_id, push_key_id: 3, push_key: 'a key', ...TOKEN });
  const [event] = await heard(ada, register, { event_types: ['device'] });
  const seen = {
    push_key_id: 3,
    pending_push_token_id: 'a token',
    push_token_last_updated_timestamp: expect.any(Number) as number,
    push_registration_error_code: 'PUSH_SERVICE_NOT_CONFIGURED',
  };
  expect(event).toEqual({ type: 'device', op: 'update', id: event?.id, device_id, ...seen });
  const { devices } = await ada.connection.call(registerQueue, { fetch_event_types: ['device'] });
  expect(devices).toEqual({ [device_id]: { push_token_id: null, ...seen } });
  const row = await server.server.world.pool.first(
    sql`select push_key, encrypted_registration, bouncer_public_key, token_kind from device
      where realm_id = ${server.realmId} and id = ${device_id}`,
  );
  expect(row).toEqual({
    push_key: 'a key',
    encrypted_registration: 'sealed',
    bouncer_public_key: 'a public key',
    token_kind: 'fcm',
  });
});

test('a test notification fails, since no push service is configured', async () => {
  const ada = await server.user();
  const refusal = (call: Promise<unknown>) => call.catch((error: { code: string }) => error.code);
  expect(await refusal(ada.connection.call(testNotify))).toBe('INVALID_PUSH_DEVICE_TOKEN');
  await ada.connection.call(addFcmToken, { token: 'one' });
  expect(await refusal(ada.connection.call(testNotify, { token: 'two' }))).toBe('INVALID_PUSH_DEVICE_TOKEN');
  expect(await refusal(ada.connection.call(testNotify, { token: 'one' }))).toBe(
    'PUSH_SERVICE_NOT_CONFIGURED',
  );
  expect(await refusal(ada.connection.call(testNotify))).toBe('PUSH_SERVICE_NOT_CONFIGURED');
  expect(await refusal(ada.connection.call(e2eeTestNotify))).toBe('NO_ACTIVE_PUSH_DEVICE');
  expect(await ada.connection.call(getServerSettings)).toMatchObject({ push_notifications_enabled: false });
});

test('a new API key deletes devices and push tokens, and existing queues receive the events', async () => {
  const ada = await server.user();
  const { device_id } = await ada.connection.call(registerClientDevice);
  const { queue_id, last_event_id } = await ada.connection.call(registerQueue, { event_types: ['device'] });
  await ada.connection.call(addApnsToken, { token: 'ab', appid: 'app' });
  const { api_key } = await ada.connection.call(regenerateApiKey);
  const fresh = createConnection({ url: server.url, credentials: { email: ada.email, apiKey: api_key } });
  const { devices } = await fresh.call(registerQueue, { fetch_event_types: ['device'] });
  expect(devices).toEqual({});
  const { events } = await fresh.call(getEvents, { queue_id, last_event_id });
  expect(events).toMatchObject([{ type: 'device', op: 'remove', device_id }]);
  await expect(fresh.call(testNotify)).rejects.toMatchObject({ code: 'INVALID_PUSH_DEVICE_TOKEN' });
});

test('the numbers of devices and push tokens of a user are limited', async () => {
  const ada = await server.user();
  const { pool } = server.server.world;
  await pool.all(sql`
    insert into device (realm_id, user_id) select ${server.realmId}, ${ada.id} from generate_series(1, 100)`);
  await expect(ada.connection.call(registerClientDevice)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  await pool.all(sql`
    insert into push_token (realm_id, user_id, kind, token, added_at)
    select ${server.realmId}, ${ada.id}, 'fcm', 'token ' || n, now() - interval '1 day'
    from generate_series(1, 101) n`);
  await ada.connection.call(addFcmToken, { token: 'newest' });
  const row = await pool.first(
    sql<{ count: number }>`select count(*) from push_token
      where realm_id = ${server.realmId} and user_id = ${ada.id}`,
  );
  expect(row?.count).toBe(100);
});
