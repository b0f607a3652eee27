import { removeFcmToken as contract } from '@parley/contract/endpoints/devices.ts';
import { route } from '../../http/route.ts';
import { peopleOnly } from '../../people/gates.ts';
import { removeToken } from '../push-tokens.ts';

export const removeFcmTokenRoute = route(
  contract,
  async (call, { token }) => {
    await call.world.write(call.realm.id, (tx) => removeToken(tx, call, 'fcm', token));
    return {};
  },
  peopleOnly,
);
