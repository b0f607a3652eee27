import { e2eeTestNotify as contract } from '@parley/contract/endpoints/devices.ts';
import { route } from '../../http/route.ts';
import { peopleOnly } from '../../people/gates.ts';
import { Problem } from '../../problem.ts';

export const e2eeTestNotifyRoute = route(
  contract,
  // No token was taken by a service that delivers, because there is none yet.
  () => {
    throw new Problem('NO_ACTIVE_PUSH_DEVICE', 'None of your devices can be notified by this server yet.');
  },
  peopleOnly,
);
