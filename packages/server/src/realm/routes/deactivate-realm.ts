import { deactivateRealm as contract } from '@parley/contract/endpoints/realm.ts';
import { route } from '../../http/route.ts';
import { ownersOnly } from '../../people/gates.ts';
import { deactivateRealm } from '../deactivate-realm.ts';

export const deactivateRealmRoute = route(
  contract,
  async ({ world, realm }, { deletion_delay_days }) => {
    await world.write(realm.id, (tx) => deactivateRealm(tx, deletion_delay_days, world.clock.now()));
    return {};
  },
  ownersOnly,
);
