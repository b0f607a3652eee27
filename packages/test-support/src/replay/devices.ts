import {
  registerClientDevice,
  registerPushDevice,
  removeClientDevice,
} from '@parley/contract/endpoints/devices.ts';
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
      run: async ({ cast: { hero } }) => {
        const device_id = ids[0] ?? 0;
        await hero.connection.call(registerPushDevice, { device_id, push_key_id: 7, push_key: 'a key' });
        await hero.connection.call(registerPushDevice, {
          device_id,
          token_kind: 'fcm',
          token_id: 'a token',
          bouncer_public_key: 'a public key',
          encrypted_push_registration: 'sealed',
        });
      },
    },
    {
      name: 'a client goes',
      run: ({ cast: { hero } }) => hero.connection.call(removeClientDevice, { device_id: ids[1] ?? 0 }),
    },
  ];
}
