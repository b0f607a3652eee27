import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { json, optional, text } from '../parameter.ts';
import { integer, string } from '../primitives.ts';

/** Delivery does not exist yet; what clients register is kept for it. */
const NOT_YET = 'This server does not deliver notifications to mobile devices yet.';

const short = z.string().min(1).max(1000);
const tokenText = z.string().min(1).max(limits.pushTokenLength);
const deviceId = { device_id: json(integer, 'The device, as `register_client_device` named it.') };
const token = { token: text(tokenText, 'The token of the device.') };

export const registerClientDevice = endpoint({
  id: 'register-client-device',
  method: 'POST',
  path: '/register_client_device',
  tag: 'mobile',
  since: 468,
  summary: 'Register a client',
  doc: 'Gives a client an id of its own, for what concerns this one device.',
  result: { device_id: integer },
});

export const removeClientDevice = endpoint({
  id: 'remove-client-device',
  method: 'POST',
  path: '/remove_client_device',
  tag: 'mobile',
  since: 470,
  summary: 'Remove a client',
  doc: 'Forgets a client and everything that it registered.',
  parameters: deviceId,
});

export const registerPushDevice = endpoint({
  id: 'register-push-device',
  method: 'POST',
  path: '/mobile_push/register',
  tag: 'mobile',
  since: 406,
  summary: 'Register a device for encrypted notifications',
  doc: `Keeps a key, or a token with its encrypted registration, or both. ${NOT_YET} The token stays pending, with the error code \`PUSH_SERVICE_NOT_CONFIGURED\`.`,
  parameters: {
    ...deviceId,
    push_key_id: optional(json(integer, 'The id that the client gave its key.')),
    push_key: optional(text(short, 'The key with which notifications are encrypted.')),
    token_kind: optional(text(z.enum(['fcm', 'apns']), 'Whose token it is.')),
    token_id: optional(text(short, 'The id of the token.')),
    bouncer_public_key: optional(text(short, 'The key with which the registration was encrypted.')),
    encrypted_push_registration: optional(
      text(z.string().min(1).max(10_000), 'The registration, for the service that delivers.'),
    ),
  },
  errors: ['PUSH_SERVICE_NOT_CONFIGURED'],
});

export const addApnsToken = endpoint({
  id: 'add-apns-token',
  method: 'POST',
  path: '/users/me/apns_device_token',
  tag: 'mobile',
  deprecated: true,
  summary: 'Register a token of APNs',
  doc: `Keeps the token of an iOS device. ${NOT_YET}`,
  parameters: { ...token, appid: text(short, 'The app on the device.') },
});

export const removeApnsToken = endpoint({
  id: 'remove-apns-token',
  method: 'DELETE',
  path: '/users/me/apns_device_token',
  tag: 'mobile',
  deprecated: true,
  summary: 'Remove a token of APNs',
  doc: 'Forgets the token of an iOS device.',
  parameters: token,
});

export const addFcmToken = endpoint({
  id: 'add-fcm-token',
  method: 'POST',
  path: '/users/me/android_gcm_reg_id',
  tag: 'mobile',
  deprecated: true,
  summary: 'Register a token of FCM',
  doc: `Keeps the token of an Android device. ${NOT_YET}`,
  parameters: token,
});

export const removeFcmToken = endpoint({
  id: 'remove-fcm-token',
  method: 'DELETE',
  path: '/users/me/android_gcm_reg_id',
  tag: 'mobile',
  deprecated: true,
  summary: 'Remove a token of FCM',
  doc: 'Forgets the token of an Android device.',
  parameters: token,
});

export const testNotify = endpoint({
  id: 'test-notify',
  method: 'POST',
  path: '/mobile_push/test_notification',
  tag: 'mobile',
  deprecated: true,
  since: 217,
  summary: 'Send a test notification',
  doc: `${NOT_YET} The answer says so, or that the caller has registered no such device.`,
  parameters: { token: optional(text(string, 'The token of one device instead of all.')) },
  errors: ['INVALID_PUSH_DEVICE_TOKEN', 'PUSH_SERVICE_NOT_CONFIGURED'],
});

export const e2eeTestNotify = endpoint({
  id: 'e2ee-test-notify',
  method: 'POST',
  path: '/mobile_push/e2ee/test_notification',
  tag: 'mobile',
  since: 420,
  summary: 'Send an encrypted test notification',
  doc: `${NOT_YET} No device is active, and the answer says so.`,
  parameters: { device_id: optional(json(integer, 'One device instead of all.')) },
  errors: ['NO_ACTIVE_PUSH_DEVICE'],
});
