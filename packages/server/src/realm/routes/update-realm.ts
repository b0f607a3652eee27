import { updateRealm as contract } from '@parley/contract/endpoints/realm.ts';
import { route } from '../../http/route.ts';
import { administratorsOnly } from '../../people/gates.ts';
import { updateRealm } from '../update-realm.ts';

export const updateRealmRoute = route(
  contract,
  ({ world, realm, person }, given) =>
    world.write(realm.id, (tx) =>
      updateRealm(tx, { realm, person }, given, { config: world.config, now: world.clock.now() }),
    ),
  administratorsOnly,
);
