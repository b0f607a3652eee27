import {
  addApnsToken,
  addFcmToken,
  e2eeTestNotify,
  registerClientDevice,
  registerPushDevice,
  removeApnsToken,
  testNotify,
} from '@parley/contract/endpoints/devices.ts';
import { updateMessageFlags } from '@parley/contract/endpoints/message-flags.ts';
import { sendMessage } from '@parley/contract/endpoints/messages.ts';
import { registerQueue } from '@parley/contract/endpoints/queues.ts';
import { updateRealm } from '@parley/contract/endpoints/realm.ts';
import { getServerSettings } from '@parley/contract/endpoints/server.ts';
import { regenerateApiKey } from '@parley/contract/endpoints/users.ts';
import { startApnsService, type ApnsService } from '@parley/test-support/apns-service.ts';
import { startFcmService, type FcmService } from '@parley/test-support/fcm-service.ts';
import { startTestServer, type TestServer, type TestUser } from '@parley/test-support/harness.ts';
import { createPushClient, newRegistrationKey, type PushClient } from '@parley/test-support/push-client.ts';
import { pushesDecided, pushesDelivered } from '@parley/test-support/pushes.ts';
import { channelOf, heard, say } from '@parley/test-support/talk.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { eventually } from '@parley/test-support/eventually.ts';
import { sql } from '../../../engine/db/sql.ts';
import { registrationPublicKey } from '../../../engine/push-config.ts';
import { deliverPushes } from './deliver-pushes.ts';
import { adoptTokens } from './tokens.ts';

const registrationKey = newRegistrationKey();
const publicKey = registrationPublicKey(registrationKey);
const APP = 'org.example.chat';

let apns: ApnsService;
let fcm: FcmService;
let server: TestServer;
let ada: TestUser;
let bob: TestUser;
let number = 0;

beforeAll(async () => {
  apns = await startApnsService();
  fcm = await startFcmService();
  server = await startTestServer((config) => ({
    ...config,
    push: { apns: apns.config, fcm: fcm.config, registrationKey },
  }));
});
afterAll(async () => {
  await server.stop();
  await apns.stop();
  await fcm.stop();
});
beforeEach(async () => {
  number += 1;
  apns.failure = undefined;
  fcm.status = 200;
  ada = await server.user({ fullName: 'Ada' });
  bob = await server.user({ fullName: 'Bob' });
});

function world() {
  return server.server.world;
}

async function apnsPushes(token: string) {
  await pushesDelivered(world());
  return apns.received.filter((push) => push.token === token);
}

async function fcmPushes(token: string) {
  await pushesDelivered(world());
  return fcm.received.filter((push) => push.token === token);
}

async function sendDirect(content = 'hello'): Promise<number> {
  return (await ada.connection.call(sendMessage, { type: 'direct', to: [bob.id], content })).id;
}

/** A device of Bob with a key and a confirmed token. */
async function registered(kind: 'apns' | 'fcm'): Promise<{ client: PushClient; device_id: number }> {
  const client = await createPushClient(kind, kind === 'apns' ? apns.newToken() : fcm.newToken());
  const { device_id } = await bob.connection.call(registerClientDevice);
  await bob.connection.call(registerPushDevice, {
    device_id,
    ...client.key,
    ...client.registration(publicKey),
  });
  return { client, device_id };
}

async function deviceState(device_id: number) {
  const { devices } = await bob.connection.call(registerQueue, { fetch_event_types: ['device'] });
  return devices?.[String(device_id)];
}

const payloadOf = (id: number) => ({
  type: 'message',
  realm_url: 'http://parley.test',
  realm_name: 'Root',
  user_id: bob.id,
  time: expect.any(Number) as number,
  message_id: id,
  content: 'Come here',
  sender_id: ada.id,
  sender_full_name: 'Ada',
  sender_avatar_url: expect.stringContaining('http') as string,
  recipient_type: 'direct',
  recipient_user_ids: [ada.id, bob.id].toSorted((a, b) => a - b),
});

test('[N-31] a registration is pending, then confirmed, and its repetition changes nothing', async () => {
  const client = await createPushClient('apns', apns.newToken());
  const { device_id } = await bob.connection.call(registerClientDevice);
  const register = () =>
    bob.connection.call(registerPushDevice, { device_id, ...client.key, ...client.registration(publicKey) });
  const events = await heard(bob, register, { event_types: ['device'] });
  expect(events).toMatchObject([
    { op: 'update', device_id, push_key_id: client.key.push_key_id, pending_push_token_id: client.tokenId },
    { op: 'update', device_id, push_token_id: client.tokenId, pending_push_token_id: null },
  ]);
  expect(await deviceState(device_id)).toEqual({
    push_key_id: client.key.push_key_id,
    push_token_id: client.tokenId,
    pending_push_token_id: null,
    push_token_last_updated_timestamp: expect.any(Number) as number,
    push_registration_error_code: null,
  });
  expect(await heard(bob, register, { event_types: ['device'] })).toEqual([]);
});

test('[N-32] [NT35] a direct message reaches APNs encrypted, with exactly the fields of the API', async () => {
  const { client } = await registered('apns');
  const id = await sendDirect('Come **here**');
  const [push] = await apnsPushes(client.token);
  expect(push?.headers).toMatchObject({
    'apns-topic': APP,
    'apns-push-type': 'alert',
    'apns-priority': '10',
    'apns-collapse-id': `m${id}`,
  });
  expect(Object.keys(push?.body ?? {}).toSorted()).toEqual(['aps', 'encrypted_data', 'push_key_id']);
  expect(push?.body['push_key_id']).toBe(client.key.push_key_id);
  expect(JSON.stringify(push?.body)).not.toContain('Come');
  expect(client.decrypt(push?.body['encrypted_data'])).toEqual(payloadOf(id));
});

test('[N-32] [NT35] a direct message reaches FCM encrypted, and is removed when it is read', async () => {
  const { client } = await registered('fcm');
  const id = await sendDirect('Come **here**');
  const [push] = await fcmPushes(client.token);
  expect(push?.android).toEqual({ priority: 'HIGH', ttl: '86400s' });
  expect(push?.data['push_key_id']).toBe(String(client.key.push_key_id));
  expect(client.decrypt(push?.data['encrypted_data'])).toEqual(payloadOf(id));
  await bob.connection.call(updateMessageFlags, { messages: [id], op: 'add', flag: 'read' });
  const [, removal, ...more] = await fcmPushes(client.token);
  expect(removal?.android.priority).toBe('NORMAL');
  expect(client.decrypt(removal?.data['encrypted_data'])).toMatchObject({
    type: 'remove',
    message_ids: [id],
  });
  expect(more).toEqual([]);
});

test('[NT36] an app without a key gets plain content from APNs, and a removal in the background', async () => {
  const channel = await channelOf(server, `channel ${number}`, [ada, bob]);
  const token = apns.newToken();
  await bob.connection.call(addApnsToken, { token, appid: 'org.example.other' });
  const id = await say(ada, channel, 'lunch', `@**|${bob.id}** look`);
  const [push] = await apnsPushes(token);
  expect(push?.headers).toMatchObject({ 'apns-topic': 'org.example.other', 'apns-priority': '10' });
  expect(push?.body).toMatchObject({
    aps: {
      alert: { title: `#channel ${number} > lunch`, subtitle: 'Ada mentioned you', body: '@Bob look' },
      sound: 'default',
      badge: 0,
    },
    zulip: {
      event: 'message',
      realm_url: 'http://parley.test',
      realm_uri: 'http://parley.test',
      user_id: bob.id,
      message_ids: [id],
      sender_id: ada.id,
      recipient_type: 'stream',
      stream: `channel ${number}`,
      stream_id: channel,
      topic: 'lunch',
    },
  });
  await bob.connection.call(updateMessageFlags, { messages: [id], op: 'add', flag: 'read' });
  const [, removal] = await apnsPushes(token);
  expect(removal?.headers).toMatchObject({ 'apns-push-type': 'background', 'apns-priority': '5' });
  expect(removal?.body).toMatchObject({ zulip: { event: 'remove', zulip_message_ids: String(id) } });
});

test('[NT36] an app without a key gets plain content from FCM, whose values are strings', async () => {
  const token = fcm.newToken();
  await bob.connection.call(addFcmToken, { token });
  const id = await sendDirect('Come **here**');
  const [push] = await fcmPushes(token);
  expect(push?.data).toEqual({
    event: 'message',
    server: 'parley.test',
    realm_id: String(server.realmId),
    realm_url: 'http://parley.test',
    realm_uri: 'http://parley.test',
    realm_name: 'Root',
    user_id: String(bob.id),
    zulip_message_id: String(id),
    time: expect.stringMatching(/^\d+$/) as string,
    content: 'Come here',
    sender_id: String(ada.id),
    sender_email: expect.stringContaining('@') as string,
    sender_full_name: 'Ada',
    sender_avatar_url: expect.stringContaining('http') as string,
    recipient_type: 'private',
  });
});

test('[NT36] an organization that requires encryption hides the text from apps without a key', async () => {
  const owner = await server.user({ role: 100 });
  const token = fcm.newToken();
  await bob.connection.call(addFcmToken, { token });
  const { client } = await registered('fcm');
  await owner.connection.call(updateRealm, { require_e2ee_push_notifications: true });
  await sendDirect('Come **here**');
  const [push] = await fcmPushes(token);
  const [encrypted] = await fcmPushes(client.token);
  await owner.connection.call(updateRealm, { require_e2ee_push_notifications: false });
  expect(push?.data['content']).toBe('New message');
  expect(client.decrypt(encrypted?.data['encrypted_data'])['content']).toBe('Come here');
});

test.each([
  ['BadDeviceToken', 400],
  ['Unregistered', 410],
] as const)(
  '[N-38] [NT34] a device of which APNs says %s is removed, and its client learns it',
  async (reason, status) => {
    const { client, device_id } = await registered('apns');
    const token = apns.newToken();
    await bob.connection.call(addApnsToken, { token, appid: APP });
    for (const one of [client.token, token]) apns.failures.set(one, { status, reason });
    const events = await heard(
      bob,
      async () => {
        await sendDirect();
        await pushesDelivered(world());
      },
      { event_types: ['device'] },
    );
    expect(events).toMatchObject([{ op: 'update', device_id, push_token_id: null }]);
    const { refused } = apns;
    await sendDirect();
    await pushesDelivered(world());
    expect(apns.refused).toBe(refused);
    await expect(bob.connection.call(removeApnsToken, { token })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
  },
);

test('[N-38] [NT34] a device that FCM no longer knows is removed', async () => {
  const { client, device_id } = await registered('fcm');
  fcm.unregistered.add(client.token);
  await sendDirect();
  await pushesDelivered(world());
  expect((await deviceState(device_id))?.push_token_id).toBeNull();
});

test.each([429, 500, 503])('[NT34] a push that APNs answers with %d is sent later', async (status) => {
  const { client } = await registered('apns');
  apns.failure = { status, reason: 'TooManyRequests' };
  const id = await sendDirect();
  await pushesDecided(world());
  await eventually(async () => {
    const rows = await world().pool.all(sql<{ tries: number }>`select tries from push_delivery`);
    expect(rows).toEqual([{ tries: 1 }]);
  });
  apns.failure = undefined;
  await world().pool.all(sql`update push_delivery set due_at = now()`);
  await deliverPushes(world());
  const [push] = await apnsPushes(client.token);
  expect(client.decrypt(push?.body['encrypted_data'])['message_id']).toBe(id);
});

test('[NT34] pushes share one connection to APNs, and another is opened when it ends', async () => {
  const { client } = await registered('apns');
  await sendDirect();
  expect(await apnsPushes(client.token)).toHaveLength(1);
  const { connections } = apns;
  await sendDirect();
  expect(await apnsPushes(client.token)).toHaveLength(2);
  expect(apns.connections).toBe(connections);
  apns.goAway();
  await sendDirect();
  expect(await apnsPushes(client.token)).toHaveLength(3);
  expect(apns.connections).toBe(connections + 1);
});

test('[NT34] an access token of FCM is used until it is refused', async () => {
  const { client } = await registered('fcm');
  await sendDirect();
  await fcmPushes(client.token);
  const { granted } = fcm;
  await sendDirect();
  await fcmPushes(client.token);
  expect(fcm.granted).toBe(granted);
  fcm.revoke();
  await sendDirect();
  await pushesDecided(world());
  await eventually(async () => {
    await world().pool.all(sql`update push_delivery set due_at = now()`);
    expect(await world().pool.all(sql`select from push_delivery`)).toEqual([]);
  });
  expect(await fcmPushes(client.token)).toHaveLength(3);
  expect(fcm.granted).toBe(granted + 1);
});

test('[NT34] a service that is unavailable does not delay the others', async () => {
  const { client } = await registered('fcm');
  await registered('apns');
  apns.failure = { status: 503, reason: 'ServiceUnavailable' };
  await sendDirect();
  await pushesDecided(world());
  await eventually(() => {
    expect(fcm.received.filter(({ token }) => token === client.token)).toHaveLength(1);
  });
  await world().pool.all(sql`delete from push_delivery`);
});

test.each([
  ['INVALID_BOUNCER_PUBLIC_KEY', registrationPublicKey(newRegistrationKey()), {}],
  ['INVALID_ENCRYPTED_PUSH_REGISTRATION', publicKey, { token: 'zz' }],
  ['INVALID_ENCRYPTED_PUSH_REGISTRATION', publicKey, { token_kind: 'fcm' }],
  ['REQUEST_EXPIRED', publicKey, { timestamp: 1_700_000_000 }],
] as const)('[NT37] a registration is refused with %s', async (code, key, change) => {
  const client = await createPushClient('apns', apns.newToken());
  const { device_id } = await bob.connection.call(registerClientDevice);
  const request = { device_id, ...client.key, ...client.registration(key, change) };
  await bob.connection.call(registerPushDevice, request);
  expect(await deviceState(device_id)).toMatchObject({
    push_token_id: null,
    pending_push_token_id: client.tokenId,
    push_registration_error_code: code,
  });
  await bob.connection.call(registerPushDevice, { ...request, ...client.registration(publicKey) });
  expect(await deviceState(device_id)).toMatchObject({
    push_token_id: client.tokenId,
    pending_push_token_id: null,
    push_registration_error_code: null,
  });
});

test('[NT37] a new key encrypts the following pushes', async () => {
  const { client, device_id } = await registered('apns');
  const other = await createPushClient('apns', client.token);
  const events = await heard(
    bob,
    () => bob.connection.call(registerPushDevice, { device_id, ...other.key }),
    { event_types: ['device'] },
  );
  expect(events).toMatchObject([{ device_id, push_key_id: other.key.push_key_id }]);
  await bob.connection.call(registerPushDevice, { device_id, ...other.key });
  await sendDirect();
  const [push] = await apnsPushes(client.token);
  expect(push?.body['push_key_id']).toBe(other.key.push_key_id);
  expect(other.decrypt(push?.body['encrypted_data'])['type']).toBe('message');
});

test('[NT37] the plain token of an app ends when the app registers a key', async () => {
  const token = apns.newToken();
  await bob.connection.call(addApnsToken, { token: token.toUpperCase(), appid: APP });
  const client = await createPushClient('apns', token);
  const { device_id } = await bob.connection.call(registerClientDevice);
  await bob.connection.call(registerPushDevice, {
    device_id,
    ...client.key,
    ...client.registration(publicKey),
  });
  await sendDirect();
  expect(await apnsPushes(token)).toHaveLength(1);
});

test('[N-30] [NT37] incomplete and malformed registrations are refused', async () => {
  const { device_id } = await bob.connection.call(registerClientDevice);
  const client = await createPushClient('apns', apns.newToken());
  const whole = { ...client.key, ...client.registration(publicKey) };
  const wrongCipher = Buffer.concat([Buffer.of(0x32), Buffer.alloc(32)]).toString('base64');
  for (const request of [
    {},
    { push_key: client.key.push_key },
    client.key,
    client.registration(publicKey),
    { ...whole, push_key: wrongCipher },
    { ...whole, push_key: 'AAAA' },
    { ...whole, token_id: 'not Base64' },
    { ...whole, push_key_id: 2 ** 32 },
  ])
    await expect(bob.connection.call(registerPushDevice, { device_id, ...request })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
  await expect(ada.connection.call(registerPushDevice, { device_id, ...whole })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  });
});

test('[N-36] [NT38] a test reaches devices with and without a key', async () => {
  expect((await bob.connection.call(getServerSettings)).push_notifications_enabled).toBe(true);
  const token = fcm.newToken();
  await bob.connection.call(testNotify);
  await bob.connection.call(addFcmToken, { token });
  const { client, device_id } = await registered('apns');
  await bob.connection.call(testNotify, { token });
  await bob.connection.call(e2eeTestNotify, { device_id });
  expect((await fcmPushes(token)).map(({ data }) => data['event'])).toEqual(['test']);
  const [push] = await apnsPushes(client.token);
  expect(client.decrypt(push?.body['encrypted_data'])).toEqual({
    type: 'test',
    realm_url: 'http://parley.test',
    realm_name: 'Root',
    user_id: bob.id,
    time: expect.any(Number) as number,
  });
});

const APNS_FAILURES = [
  [{ status: 410, reason: 'Unregistered' }, 'NO_ACTIVE_PUSH_DEVICE', 400],
  [{ status: 503, reason: 'ServiceUnavailable' }, 'INTERNAL_SERVER_ERROR_ON_BOUNCER', 502],
  [{ status: 403, reason: 'InvalidProviderToken' }, 'ADMIN_ACTION_REQUIRED', 403],
] as const;

test.each(APNS_FAILURES)(
  '[NT38] a test that APNs answers with %j fails with %s',
  async (failure, code, status) => {
    await registered('apns');
    apns.failure = failure;
    await expect(bob.connection.call(e2eeTestNotify)).rejects.toMatchObject({ code, status });
  },
);

test('[N-36] [NT38] a test without a device, or with an unknown token, is refused', async () => {
  const token = fcm.newToken();
  await expect(bob.connection.call(e2eeTestNotify)).rejects.toMatchObject({ code: 'NO_ACTIVE_PUSH_DEVICE' });
  await expect(bob.connection.call(testNotify, { token })).rejects.toMatchObject({
    code: 'INVALID_PUSH_DEVICE_TOKEN',
  });
  await bob.connection.call(addFcmToken, { token });
  fcm.unregistered.add(token);
  await expect(bob.connection.call(testNotify, { token })).rejects.toMatchObject({
    code: 'INVALID_REMOTE_PUSH_DEVICE_TOKEN',
  });
});

test('[N-37] a new API key ends devices and tokens', async () => {
  const token = fcm.newToken();
  await bob.connection.call(addFcmToken, { token });
  await registered('apns');
  await bob.connection.call(regenerateApiKey);
  const rows = await world().pool.all(sql`select from push_subscription where user_id = ${bob.id}`);
  expect(rows).toEqual([]);
});

test('[NT30] the database does not reveal tokens and keys', async () => {
  const { client } = await registered('apns');
  const row = await world().pool.first(sql<{ text: string }>`
    select string_agg(s::text, '') || (select string_agg(d::text, '') from device d) as text
    from push_subscription s`);
  const secret = Buffer.from(client.key.push_key, 'base64').subarray(1);
  for (const hidden of [client.token, client.key.push_key, secret.toString('hex')])
    expect(row?.text).not.toContain(hidden);
});

test('[NT30] a token that a node of 0.2.0 stored as text is sealed and notified', async () => {
  const token = fcm.newToken();
  await world().pool.all(sql`
    insert into push_token (realm_id, user_id, kind, token) values (${server.realmId}, ${bob.id}, 'fcm', ${token})`);
  await adoptTokens(world());
  expect(await world().pool.all(sql`select from push_token`)).toEqual([]);
  await sendDirect();
  expect(await fcmPushes(token)).toHaveLength(1);
});
