import { removeClientDevice as contract } from '@parley/contract/endpoints/devices.ts';
import { route } from '../../http/route.ts';
import { peopleOnly } from '../../people/gates.ts';
import { removeDevice } from '../devices.ts';

export const removeClientDeviceRoute = route(
  contract,
  async (call, { device_id }) => {
    await call.world.write(call.realm.id, (tx) => removeDevice(tx, call, device_id));
    return {};
  },
  peopleOnly,
);
