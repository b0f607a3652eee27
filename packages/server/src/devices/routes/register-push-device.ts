import { registerPushDevice as contract } from '@parley/contract/endpoints/devices.ts';
import { route } from '../../http/route.ts';
import { peopleOnly } from '../../people/gates.ts';
import { changeDevice } from '../devices.ts';
import { registrationOf } from '../push-registration.ts';

export const registerPushDeviceRoute = route(
  contract,
  async (call, { device_id, ...request }) => {
    const { world, realm } = call;
    const changes = registrationOf(request, world.clock.now());
    await world.write(realm.id, (tx) => changeDevice(tx, call, device_id, changes));
    return {};
  },
  peopleOnly,
);
