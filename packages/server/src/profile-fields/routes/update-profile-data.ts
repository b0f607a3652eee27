import { updateProfileData as contract } from '@parley/contract/endpoints/profile-fields.ts';
import { route } from '../../http/route.ts';
import { peopleOnly } from '../../people/gates.ts';
import { holdPeople } from '../../people/hold-people.ts';
import { editOwnProfile } from '../set-values.ts';

export const updateProfileDataRoute = route(
  contract,
  async (call, { data }) => {
    await call.world.write(call.realm.id, async (tx) => {
      const { me } = await holdPeople(tx, call, call.person.id);
      await editOwnProfile(tx, { realm: call.realm, person: me }, data);
    });
    return {};
  },
  peopleOnly,
);
