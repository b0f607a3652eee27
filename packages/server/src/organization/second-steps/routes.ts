import { getSecondStepsOfUsers } from '@parley/contract/endpoints/second-steps.ts';
import { route, type Route } from '../../http/route.ts';
import { administratorsOnly } from '../users/gates.ts';
import { presentSecondStepsOfUsers } from './rows-of-users.ts';

export const secondStepRoutes: readonly Route[] = [
  route(
    getSecondStepsOfUsers,
    async ({ world, realm }) => ({ users: await presentSecondStepsOfUsers(world.pool, realm) }),
    administratorsOnly,
  ),
];
