import { createUserGroup } from '@parley/contract/endpoints/groups.ts';
import { route } from '../../http/route.ts';
import { noGuests } from '../../people/gates.ts';
import { createGroup } from '../create-group.ts';

export const createUserGroupRoute = route(
  createUserGroup,
  async ({ world, realm, person }, given) => ({
    group_id: await world.write(realm.id, (tx) =>
      createGroup(tx, { realm, person }, given, world.clock.now()),
    ),
  }),
  noGuests,
);
