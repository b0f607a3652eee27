import { operations as api } from '@parley/contract/endpoints.ts';
import type { Recorder } from '../recorder.ts';

/** Devices that want to be notified. */
export async function devices({ show, refuse, amara }: Recorder): Promise<void> {
  const { device_id } = await show(api.registerClientDevice, amara, {});
  await show(api.testNotify, amara, {});
  await show(api.registerPushDevice, amara, { device_id, push_key_id: 1, push_key: KEY, ...TOKEN });
  await show(api.e2eeTestNotify, amara, { device_id }, { refusedWith: 'NO_ACTIVE_PUSH_DEVICE' });
  await show(api.removeClientDevice, amara, { device_id });
  await show(api.addApnsToken, amara, { token: APNS, appid: 'org.example.chat' });
  await show(api.removeApnsToken, amara, { token: APNS });
  await show(api.addFcmToken, amara, { token: 'token-of-an-android-device' });
  await refuse('INVALID_PUSH_DEVICE_TOKEN', api.testNotify, amara, { token: 'of-somebody-else' });
  await show(api.removeFcmToken, amara, { token: 'token-of-an-android-device' });
  await show(api.getWebPush, amara, {});
  const { subscription_id } = await show(api.addWebPush, amara, WEB_PUSH);
  await show(api.removeWebPush, amara, { subscription_id });
}

const WEB_PUSH = {
  endpoint: 'https://push.example.org/device/4711',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
};
const KEY = 'MTaUDJDMWypQ1WufZ1NRTHSSvgYtXh1qVNSjN3aBiEFt';
const TOKEN = {
  token_kind: 'fcm',
  token_id: 'dG9rZW4tMQ==',
  bouncer_public_key: 'dGhlIHB1YmxpYyBrZXkgb2YgdGhlIHNlcnZlcg==',
  encrypted_push_registration: 'YSBzZWFsZWQgYm94IHdpdGggdGhlIHRva2Vu',
} as const;
const APNS = 'c0ffee'.repeat(8);
