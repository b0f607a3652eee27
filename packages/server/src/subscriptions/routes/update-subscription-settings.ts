import { updateSubscriptionSettings as contract } from '@parley/contract/endpoints/subscriptions.ts';
import { route } from '../../http/route.ts';
import { checkProperty } from '../property.ts';
import { updateSubscription } from '../update.ts';

/** Everything is looked at before anything is done, and then each change stands for itself. */
export const updateSubscriptionSettingsRoute = route(
  contract,
  async ({ world, realm, person }, { subscription_data }) => {
    const changes = subscription_data.map(({ stream_id, property, value }) => ({
      channelId: stream_id,
      checked: checkProperty({ property, value }),
    }));
    for (const { channelId, checked } of changes)
      await world.write(realm.id, (tx) => updateSubscription(tx, { realm, person }, channelId, checked));
    return {};
  },
);
