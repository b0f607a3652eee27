import * as channelsEndpoints from '@parley/contract/endpoints/channels.ts';
import * as subscribingEndpoints from '@parley/contract/endpoints/subscribing.ts';
import * as subscriptionsEndpoints from '@parley/contract/endpoints/subscriptions.ts';
import { accessChannel } from '../channels/access.ts';
import { relationsTo } from '../channels/relation.ts';
import { canSee } from '@parley/contract/rights/channel-rights.ts';
import { notifyNewSubscribers } from '../notices/new-subscriptions.ts';
import { listSubscriptions } from './list.ts';
import { checkProperty } from './property.ts';
import { isSubscribed, subscribedChannels } from './queries.ts';
import { subscribe } from './subscribe.ts';
import { unsubscribe } from './unsubscribe.ts';
import { updateSubscriptions } from './update-subscriptions.ts';
import { updateSubscription } from './update.ts';
import { readSnapshot } from '../../engine/db/snapshot.ts';
import { badRequest } from '../../engine/api-error.ts';
import { shareOf } from '../../http/actor.ts';
import { route, type Route } from '../../http/route.ts';
import { accessUser } from '../../organization/users/access.ts';
import { noGuests } from '../../organization/users/gates.ts';

export const subscriptionRoutes: readonly Route[] = [
  route(
    channelsEndpoints.subscribe,
    async ({ world, realm, user }, request) => {
      const context = { world, now: world.clock.now() };
      const { result, actor, toPublish } = await world.write(realm.id, (tx) =>
        subscribe(tx, { realm, user }, request, context),
      );
      await notifyNewSubscribers(world, actor, toPublish);
      return result;
    },
    noGuests,
  ),
  route(subscribingEndpoints.unsubscribe, ({ world, realm, user }, request) =>
    world.write(realm.id, (tx) => unsubscribe(tx, { realm, user }, request, world)),
  ),
  route(
    subscribingEndpoints.updateSubscriptions,
    async ({ world, realm, user }, changes) => {
      if (changes.add.length === 0 && changes.delete.length === 0)
        throw badRequest('Missing parameter add or delete.');
      const context = { world, now: world.clock.now() };
      const { result, actor, toPublish } = await world.write(realm.id, (tx) =>
        updateSubscriptions(tx, { realm, user }, changes, context),
      );
      await notifyNewSubscribers(world, actor, toPublish);
      return result;
    },
    noGuests,
  ),
  // One snapshot, so that channels match their subscriptions. Requests for partial subscribers get complete lists.
  route(subscriptionsEndpoints.getSubscriptions, async ({ world, realm, user }, { include_subscribers }) => ({
    subscriptions:
      include_subscribers === 'false'
        ? await readSnapshot(world.pool, (reader) =>
            listSubscriptions(reader, { realm, user }, { users: false }),
          )
        : await world.expensiveQueries.snapshot(shareOf({ realm, user }), (reader) =>
            listSubscriptions(reader, { realm, user }, { users: true }),
          ),
  })),
  route(
    channelsEndpoints.updateSubscriptionProperty,
    async ({ world, realm, user }, { stream_id, property, value }) => {
      const checked = checkProperty({ property, value });
      await world.write(realm.id, (tx) => updateSubscription(tx, { realm, user }, stream_id, checked));
      return {};
    },
  ),
  // All changes are validated first; then each is applied in its own transaction.
  route(
    subscriptionsEndpoints.updateSubscriptionSettings,
    async ({ world, realm, user }, { subscription_data }) => {
      const changes = subscription_data.map(({ stream_id, property, value }) => ({
        channelId: stream_id,
        checked: checkProperty({ property, value }),
      }));
      for (const { channelId, checked } of changes)
        await world.write(realm.id, (tx) => updateSubscription(tx, { realm, user }, channelId, checked));
      return {};
    },
  ),
  route(
    subscriptionsEndpoints.getSubscriptionStatus,
    async ({ world, realm, user }, { user_id, stream_id }) => {
      const actor = { realm, user };
      const other = await accessUser(world.pool, actor, user_id);
      const channel = await accessChannel(world.pool, actor, stream_id, 'metadata', { archived: 'allowed' });
      return { is_subscribed: await isSubscribed(world.pool, other, channel.id) };
    },
  ),
  route(subscriptionsEndpoints.getUserChannels, async ({ world, realm, user }, { user_id }) => {
    const other = await accessUser(world.pool, { realm, user }, user_id);
    const channels = await subscribedChannels(world.pool, other, { archived: false });
    const relationOf = await relationsTo(world.pool, user, channels);
    const visible = channels.filter((channel) => canSee(user, channel, relationOf(channel)));
    return { subscribed_channel_ids: visible.map(({ id }) => id).toSorted((a, b) => a - b) };
  }),
];
