import { updateStatus as contract } from '@parley/contract/endpoints/user-status.ts';
import { route } from '../../http/route.ts';
import { peopleOnly } from '../../people/gates.ts';
import { holdPeople } from '../../people/hold-people.ts';
import { followVisibility } from '../../presence/change-visibility.ts';
import { settingsOf } from '../../settings/user-settings.ts';
import { checkSaying, say } from '../status.ts';

export const updateStatusRoute = route(
  contract,
  async (call, saying) => {
    const { world, realm, person } = call;
    const changes = await checkSaying(world.pool, realm.id, saying);
    await world.write(realm.id, async (tx) => {
      const { me } = await holdPeople(tx, call, person.id);
      await say(tx, me, changes);
    });
    const isVisible = settingsOf(person).presence_enabled;
    if (changes.away === isVisible) await followVisibility(world, call, !isVisible);
    return {};
  },
  peopleOnly,
);
