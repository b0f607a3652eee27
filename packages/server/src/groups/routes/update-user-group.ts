import { updateUserGroup } from '@parley/contract/endpoints/groups.ts';
import { route } from '../../http/route.ts';
import { noGuests } from '../../people/gates.ts';
import { updateGroup } from '../update-group.ts';

export const updateUserGroupRoute = route(
  updateUserGroup,
  async ({ world, realm, person }, given) => {
    await world.write(realm.id, (tx) => updateGroup(tx, { realm, person }, given));
    return {};
  },
  noGuests,
);
