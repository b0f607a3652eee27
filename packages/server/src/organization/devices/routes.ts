import * as endpoints from '@parley/contract/endpoints/devices.ts';
import { route, type Route } from '../../http/route.ts';
import { addDevice, removeDevice } from './devices.ts';
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
];
