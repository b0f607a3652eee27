import {
  registerClientDevice,
  registerPushDevice,
  removeClientDevice,
} from '@parley/contract/endpoints/devices.ts';
import { registrationPublicKey } from '@parley/server/engine/push-config.ts';
import { createPushClient } from '../push-client.ts';
import type { Act } from './acts.ts';

/** Devices that want to be notified. */
export function deviceActs(): Act[] {
  let ids: number[] = [];
  return [
    {
      name: 'clients register themselves',
      run: async ({ cast: { hero } }) => {
        for (let n = 0; n < 2; n += 1)
          ids = [...ids, (await hero.connection.call(registerClientDevice)).device_id];
      },
    },
    {
      name: 'a device wants encrypted notifications',
      run: async ({ server, cast: { hero } }) => {
        const device_id = ids[0] ?? 0;
        const client = await createPushClient('fcm', 'a token');
        const { registrationKey } = server.server.world.config.push;
        if (registrationKey === undefined) throw new Error('The server has no push service.');
        const refused = client.registration(Buffer.alloc(32, 9));
        await hero.connection.call(registerPushDevice, { device_id, ...client.key, ...refused });
        const token = client.registration(registrationPublicKey(registrationKey));
        await hero.connection.call(registerPushDevice, { device_id, ...token });
      },
    },
    {
      name: 'a client goes',
      run: ({ cast: { hero } }) => hero.connection.call(removeClientDevice, { device_id: ids[1] ?? 0 }),
    },
  ];
}
