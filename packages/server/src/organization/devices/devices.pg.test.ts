import {
  addApnsToken,
  addFcmToken,
  registerClientDevice,
  testNotify,
} from '@parley/contract/endpoints/devices.ts';
import { getEvents, registerQueue } from '@parley/contract/endpoints/queues.ts';
import { regenerateApiKey } from '@parley/contract/endpoints/users.ts';
import { createConnection } from '@parley/client/connection.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../engine/db/sql.ts';
import { startTestServer, type TestServer } from '@parley/test-support/harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

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
  await expect(fresh.call(testNotify, { token: 'ab' })).rejects.toMatchObject({
    code: 'INVALID_PUSH_DEVICE_TOKEN',
  });
});

test('the numbers of devices and push tokens of a user are limited', async () => {
  const ada = await server.user();
  const { pool } = server.server.world;
  await pool.all(sql`
    insert into device (realm_id, user_id) select ${server.realmId}, ${ada.id} from generate_series(1, 100)`);
  await expect(ada.connection.call(registerClientDevice)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  for (let n = 1; n <= 101; n += 1) await ada.connection.call(addFcmToken, { token: `token ${n}` });
  const row = await pool.first(
    sql<{ count: number }>`select count(*) from push_subscription
      where realm_id = ${server.realmId} and user_id = ${ada.id}`,
  );
  expect(row?.count).toBe(100);
  await expect(ada.connection.call(testNotify, { token: 'token 1' })).rejects.toMatchObject({
    code: 'INVALID_PUSH_DEVICE_TOKEN',
  });
});
