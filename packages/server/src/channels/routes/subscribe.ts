import { subscribe as contract } from '@parley/contract/endpoints/channels.ts';
import { route } from '../../http/route.ts';
import { tellNewSubscribers } from '../../notices/new-subscriptions.ts';
import { noGuests } from '../../people/gates.ts';
import { subscribe } from '../subscribe.ts';

export const subscribeRoute = route(
  contract,
  async ({ world, realm, person }, request) => {
    const context = { world, now: world.clock.now() };
    const { result, actor, toTell } = await world.write(realm.id, (tx) =>
      subscribe(tx, { realm, person }, request, context),
    );
    await tellNewSubscribers(world, actor, toTell);
    return result;
  },
  noGuests,
);
