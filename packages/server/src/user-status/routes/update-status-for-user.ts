import { updateStatusForUser as contract } from '@parley/contract/endpoints/user-status.ts';
import { route } from '../../http/route.ts';
import { administratorsOnly } from '../../people/gates.ts';
import { holdPeople } from '../../people/hold-people.ts';
import { refuseAbsent } from '../access.ts';
import { checkSaying, say } from '../status.ts';

export const updateStatusForUserRoute = route(
  contract,
  async (call, { user_id, ...saying }) => {
    const changes = await checkSaying(call.world.pool, call.realm.id, saying);
    await call.world.write(call.realm.id, async (tx) => {
      const { me, person } = await holdPeople(tx, call, user_id);
      administratorsOnly({ realm: call.realm, person: me });
      refuseAbsent(person);
      await say(tx, person, changes);
    });
    return {};
  },
  administratorsOnly,
);
