import { operations as api } from '@parley/contract/endpoints.ts';
import type { Recorder } from '../recorder.ts';

/** Devices that want to be notified. */
export async function devices({ show, refuse, amara }: Recorder): Promise<void> {
  const { device_id } = await show(api.registerClientDevice, amara, {});
  await show(api.registerPushDevice, amara, { device_id, push_key_id: 1, push_key: KEY });
  await show(api.e2eeTestNotify, amara, { device_id }, { refusedWith: 'NO_ACTIVE_PUSH_DEVICE' });
  await show(api.removeClientDevice, amara, { device_id });
  await show(api.addApnsToken, amara, { token: APNS, appid: 'org.example.chat' });
  await show(api.removeApnsToken, amara, { token: APNS });
  await show(api.addFcmToken, amara, { token: 'token-of-an-android-device' });
  await show(api.testNotify, amara, {}, { refusedWith: 'PUSH_SERVICE_NOT_CONFIGURED' });
  await refuse('INVALID_PUSH_DEVICE_TOKEN', api.testNotify, amara, { token: 'of-somebody-else' });
  await show(api.removeFcmToken, amara, { token: 'token-of-an-android-device' });
}

const KEY = 'MTaUDJDMWypQ1WufZ1NRTHSSvgYtXh1qVNSjN3aBiEFt';
const APNS = 'c0ffee'.repeat(8);
