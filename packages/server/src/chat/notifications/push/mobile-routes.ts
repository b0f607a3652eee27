import * as endpoints from '@parley/contract/endpoints/devices.ts';
import { route, type Call, type Route } from '../../../http/route.ts';
import { humansOnly } from '../../../organization/users/gates.ts';
import { checkPushService, registerDevice } from './register-device.ts';
import { testDevices, testTokens } from './test-notification.ts';
import { addToken, removeToken, type NewToken } from './tokens.ts';

/** Registrations and tests of mobile apps. */
export const mobilePushRoutes: readonly Route[] = [
  route(
    endpoints.registerPushDevice,
    async (call, { device_id, ...request }) => {
      const { world, realm, credential } = call;
      checkPushService(world, request.token_kind);
      await world.write(realm.id, (tx) => registerDevice(tx, world, call, credential.id, device_id, request));
      return {};
    },
    humansOnly,
  ),
  route(
    endpoints.addApnsToken,
    (call, { token, appid }) => add(call, { kind: 'apns', token, appId: appid }),
    humansOnly,
  ),
  route(
    endpoints.removeApnsToken,
    async (call, { token }) => {
      await call.world.write(call.realm.id, (tx) => removeToken(tx, call, 'apns', token));
      return {};
    },
    humansOnly,
  ),
  route(
    endpoints.addFcmToken,
    (call, { token }) => add(call, { kind: 'fcm', token, appId: null }),
    humansOnly,
  ),
  route(
    endpoints.removeFcmToken,
    async (call, { token }) => {
      await call.world.write(call.realm.id, (tx) => removeToken(tx, call, 'fcm', token));
      return {};
    },
    humansOnly,
  ),
  route(
    endpoints.testNotify,
    async (call, { token }) => {
      await testTokens(call.world, call, token);
      return {};
    },
    humansOnly,
  ),
  route(
    endpoints.e2eeTestNotify,
    async (call, { device_id }) => {
      await testDevices(call.world, call, device_id);
      return {};
    },
    humansOnly,
  ),
];

async function add(call: Call, token: NewToken): Promise<Record<string, never>> {
  const { world, realm, credential } = call;
  await world.write(realm.id, (tx) => addToken(tx, world.sealer, call, credential.id, token));
  return {};
}
