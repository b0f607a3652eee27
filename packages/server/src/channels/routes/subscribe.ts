import { subscribe as contract } from '@parley/contract/endpoints/channels.ts';
import { route } from '../../http/route.ts';
import { noGuests } from '../../people/gates.ts';
import { subscribe } from '../subscribe.ts';

export const subscribeRoute = route(
  contract,
  ({ world, realm, person }, request) =>
    world.write(realm.id, (tx) =>
      subscribe(tx, { realm, person }, request, { config: world.config, now: world.clock.now() }),
    ),
  noGuests,
);
