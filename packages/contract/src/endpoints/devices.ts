import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { json, optional, text } from '../parameter.ts';
import { integer, string } from '../primitives.ts';

const keyId = integer.min(0).max(2 ** 32 - 1);
const short = z.string().min(1).max(1000);
const tokenText = z.string().min(1).max(limits.pushTokenLength);
/** Failures of the service that a test notification is sent to. */
const serviceErrors = [
  'FAILED_TO_CONNECT_BOUNCER',
  'INTERNAL_SERVER_ERROR_ON_BOUNCER',
  'ADMIN_ACTION_REQUIRED',
] as const;
const apnsToken = {
  token: text(tokenText.regex(/^[0-9a-fA-F]+$/), 'The token of the device, in hexadecimal digits.'),
};
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
  doc: 'Gives a client a key, or a token with its encrypted registration, or both; the first registration needs both. Events of the type `device` tell when the token is pending, and when it is confirmed or refused. The token is encrypted for the public key that the app of the operator contains.',
  parameters: {
    ...deviceId,
    push_key_id: optional(json(keyId, 'The id that the client gave its key.')),
    push_key: optional(
      text(short, 'The key with which notifications are encrypted: Base64 of the byte 0x31 and 32 bytes.'),
    ),
    token_kind: optional(text(z.enum(['fcm', 'apns']), 'The service that issued the token.')),
    token_id: optional(text(short, 'The id of the token: Base64 of the first 8 bytes of its SHA-256 hash.')),
    bouncer_public_key: optional(text(short, 'The key with which the registration was encrypted.')),
    encrypted_push_registration: optional(
      text(
        z.string().min(1).max(10_000),
        'A sealed box of libsodium, in Base64, with `token_kind`, `token`, `timestamp` and `ios_app_id` as JSON.',
      ),
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
  doc: 'Notifies an iOS device with plain content, for apps that register no key.',
  parameters: {
    ...apnsToken,
    appid: text(short.regex(/^[.a-zA-Z0-9-]+$/), 'The app on the device.'),
  },
});

export const removeApnsToken = endpoint({
  id: 'remove-apns-token',
  method: 'DELETE',
  path: '/users/me/apns_device_token',
  tag: 'mobile',
  deprecated: true,
  summary: 'Remove a token of APNs',
  doc: 'Forgets the token of an iOS device.',
  parameters: apnsToken,
});

export const addFcmToken = endpoint({
  id: 'add-fcm-token',
  method: 'POST',
  path: '/users/me/android_gcm_reg_id',
  tag: 'mobile',
  deprecated: true,
  summary: 'Register a token of FCM',
  doc: 'Notifies an Android device with plain content, for apps that register no key.',
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
  doc: 'Sends a notification at once to one token of the caller, or to all tokens that were registered without a key.',
  parameters: { token: optional(text(string, 'The token of one device instead of all.')) },
  errors: [
    'INVALID_PUSH_DEVICE_TOKEN',
    'INVALID_REMOTE_PUSH_DEVICE_TOKEN',
    'PUSH_SERVICE_NOT_CONFIGURED',
    ...serviceErrors,
  ],
});

export const e2eeTestNotify = endpoint({
  id: 'e2ee-test-notify',
  method: 'POST',
  path: '/mobile_push/e2ee/test_notification',
  tag: 'mobile',
  since: 420,
  summary: 'Send an encrypted test notification',
  doc: 'Sends an encrypted notification at once to one device of the caller, or to all devices with a confirmed token.',
  parameters: { device_id: optional(json(integer, 'One device instead of all.')) },
  errors: ['NO_ACTIVE_PUSH_DEVICE', ...serviceErrors],
});
