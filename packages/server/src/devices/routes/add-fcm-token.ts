import { addFcmToken as contract } from '@parley/contract/endpoints/devices.ts';
import { route } from '../../http/route.ts';
import { peopleOnly } from '../../people/gates.ts';
import { addToken } from '../push-tokens.ts';

export const addFcmTokenRoute = route(
  contract,
  async (call, { token }) => {
    await call.world.write(call.realm.id, (tx) => addToken(tx, call, 'fcm', token, null));
    return {};
  },
  peopleOnly,
);
