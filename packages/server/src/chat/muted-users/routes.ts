import * as endpoints from '@parley/contract/endpoints/muted-users.ts';
import { muteUser, unmuteUser } from './mute.ts';
import { route, type Route } from '../../http/route.ts';

export const mutedUserRoutes: readonly Route[] = [
  route(endpoints.muteUser, async ({ world, realm, user }, { muted_user_id }) => {
    await world.write(realm.id, (tx) => muteUser(tx, { realm, user }, muted_user_id, world.clock.now()));
    return {};
  }),
  route(endpoints.unmuteUser, async ({ world, realm, user }, { muted_user_id }) => {
    await world.write(realm.id, (tx) => unmuteUser(tx, { realm, user }, muted_user_id));
    return {};
  }),
];
