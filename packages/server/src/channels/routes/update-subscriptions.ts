import { updateSubscriptions as contract } from '@parley/contract/endpoints/subscribing.ts';
import { route } from '../../http/route.ts';
import { tellNewSubscribers } from '../../notices/new-subscriptions.ts';
import { noGuests } from '../../people/gates.ts';
import { badRequest } from '../../problem.ts';
import { updateSubscriptions } from '../update-subscriptions.ts';

export const updateSubscriptionsRoute = route(
  contract,
  async ({ world, realm, person }, wanted) => {
    if (wanted.add.length === 0 && wanted.delete.length === 0)
      throw badRequest('Nothing to do: name some channels.');
    const context = { world, now: world.clock.now() };
    const { result, actor, toTell } = await world.write(realm.id, (tx) =>
      updateSubscriptions(tx, { realm, person }, wanted, context),
    );
    await tellNewSubscribers(world, actor, toTell);
    return result;
  },
  noGuests,
);
