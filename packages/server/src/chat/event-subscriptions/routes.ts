import * as endpoints from '@parley/contract/endpoints/event-subscriptions.ts';
import { route, type Route } from '../../http/route.ts';
import { deliveriesOf } from './deliveries.ts';
import { accessSubscription, presentSubscription, subscriptionsOf } from './rows.ts';
import {
  createSubscription,
  deleteSubscription,
  replaySubscription,
  rotateSecret,
  updateSubscription,
} from './subscriptions.ts';

export const eventSubscriptionRoutes: readonly Route[] = [
  route(endpoints.getEventSubscriptions, async ({ world, user }) => ({
    event_subscriptions: (await subscriptionsOf(world.pool, user)).map(presentSubscription),
  })),
  route(endpoints.createEventSubscription, ({ world, realm, user }, wanted) =>
    world.write(realm.id, (tx) => createSubscription(tx, world, { realm, user }, wanted)),
  ),
  route(
    endpoints.updateEventSubscription,
    async ({ world, realm, user }, { subscription_id, ...changes }) => {
      await world.write(realm.id, (tx) => updateSubscription(tx, { realm, user }, subscription_id, changes));
      return {};
    },
  ),
  route(endpoints.deleteEventSubscription, async ({ world, realm, user }, { subscription_id }) => {
    await world.write(realm.id, (tx) => deleteSubscription(tx, { realm, user }, subscription_id));
    return {};
  }),
  route(endpoints.getEventDeliveries, async ({ world, realm, user }, { subscription_id }) => {
    await accessSubscription(world.pool, user, subscription_id);
    return { deliveries: await deliveriesOf(world.pool, realm.id, subscription_id) };
  }),
  route(
    endpoints.replayEventSubscription,
    async ({ world, realm, user }, { subscription_id, last_event_id }) => {
      await world.write(realm.id, (tx) =>
        replaySubscription(tx, { realm, user }, subscription_id, last_event_id),
      );
      return {};
    },
  ),
  route(endpoints.rotateEventSubscriptionSecret, async ({ world, realm, user }, { subscription_id }) => ({
    secret: await world.write(realm.id, (tx) => rotateSecret(tx, world, { realm, user }, subscription_id)),
  })),
];
