import { registerClientDevice as contract } from '@parley/contract/endpoints/devices.ts';
import { route } from '../../http/route.ts';
import { peopleOnly } from '../../people/gates.ts';
import { addDevice } from '../devices.ts';

export const registerClientDeviceRoute = route(
  contract,
  async (call) => ({ device_id: await call.world.write(call.realm.id, (tx) => addDevice(tx, call)) }),
  peopleOnly,
);
