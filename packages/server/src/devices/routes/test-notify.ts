import { testNotify as contract } from '@parley/contract/endpoints/devices.ts';
import { route } from '../../http/route.ts';
import { peopleOnly } from '../../people/gates.ts';
import { Problem } from '../../problem.ts';
import { hasToken } from '../push-tokens.ts';

export const testNotifyRoute = route(
  contract,
  async (call, { token }) => {
    if (!(await hasToken(call.world.pool, call, token)))
      throw new Problem('INVALID_PUSH_DEVICE_TOKEN', 'You have registered no such device.');
    throw new Problem('PUSH_SERVICE_NOT_CONFIGURED', 'This server cannot send notifications to devices yet.');
  },
  peopleOnly,
);
