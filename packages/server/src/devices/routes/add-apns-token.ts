import { addApnsToken as contract } from '@parley/contract/endpoints/devices.ts';
import { route } from '../../http/route.ts';
import { peopleOnly } from '../../people/gates.ts';
import { addToken } from '../push-tokens.ts';

export const addApnsTokenRoute = route(
  contract,
  async (call, { token, appid }) => {
    await call.world.write(call.realm.id, (tx) => addToken(tx, call, 'apns', token, appid));
    return {};
  },
  peopleOnly,
);
