import { updateSubscriptionProperty as contract } from '@parley/contract/endpoints/channels.ts';
import { route } from '../../http/route.ts';
import { checkProperty } from '../property.ts';
import { updateSubscription } from '../update.ts';

export const updateSubscriptionPropertyRoute = route(
  contract,
  async ({ world, realm, person }, { stream_id, property, value }) => {
    const checked = checkProperty({ property, value });
    await world.write(realm.id, (tx) => updateSubscription(tx, { realm, person }, stream_id, checked));
    return {};
  },
);
