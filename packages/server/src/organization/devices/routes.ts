import * as endpoints from '@parley/contract/endpoints/devices.ts';
import { ApiError } from '../../engine/api-error.ts';
import { route, type Route } from '../../http/route.ts';
import { addDevice, changeDevice, removeDevice } from './devices.ts';
import { registrationOf } from './push-registration.ts';
import { addToken, hasToken, removeToken } from './push-tokens.ts';
import { humansOnly } from '../users/gates.ts';

export const deviceRoutes: readonly Route[] = [
  route(
    endpoints.registerClientDevice,
    async (call) => ({ device_id: await call.world.write(call.realm.id, (tx) => addDevice(tx, call)) }),
    humansOnly,
  ),
  route(
    endpoints.removeClientDevice,
    async (call, { device_id }) => {
      await call.world.write(call.realm.id, (tx) => removeDevice(tx, call, device_id));
      return {};
    },
    humansOnly,
  ),
  route(
    endpoints.registerPushDevice,
    async (call, { device_id, ...request }) => {
      const { world, realm } = call;
      const changes = registrationOf(request, world.clock.now());
      await world.write(realm.id, (tx) => changeDevice(tx, call, device_id, changes));
      return {};
    },
    humansOnly,
  ),
  route(
    endpoints.addApnsToken,
    async (call, { token, appid }) => {
      await call.world.write(call.realm.id, (tx) => addToken(tx, call, 'apns', token, appid));
      return {};
    },
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
    async (call, { token }) => {
      await call.world.write(call.realm.id, (tx) => addToken(tx, call, 'fcm', token, null));
      return {};
    },
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
      if (!(await hasToken(call.world.pool, call, token)))
        throw new ApiError('INVALID_PUSH_DEVICE_TOKEN', 'The device is not registered.');
      throw new ApiError(
        'PUSH_SERVICE_NOT_CONFIGURED',
        'This server cannot send notifications to devices yet.',
      );
    },
    humansOnly,
  ),
  route(
    endpoints.e2eeTestNotify,
    // No token is active, because there is no push service yet.
    () => {
      throw new ApiError('NO_ACTIVE_PUSH_DEVICE', 'None of your devices can be notified by this server yet.');
    },
    humansOnly,
  ),
];
