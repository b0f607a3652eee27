import { addWebPush, getWebPush, removeWebPush } from '@parley/contract/endpoints/web-push.ts';
import { route, type Route } from '../../../http/route.ts';
import { humansOnly } from '../../../organization/users/gates.ts';
import { addSubscription, listSubscriptions, removeSubscription } from './subscriptions.ts';
import { vapidKeyOf } from './protocols/vapid.ts';

export const webPushRoutes: readonly Route[] = [
  route(
    getWebPush,
    async (call) => {
      const { pool, sealer } = call.world;
      const { publicKey } = await vapidKeyOf(pool, sealer, call.realm.id);
      return { public_key: publicKey, subscriptions: await listSubscriptions(pool, call) };
    },
    humansOnly,
  ),
  route(
    addWebPush,
    async (call, device) => {
      const { world, realm, credential } = call;
      const subscription_id = await world.write(realm.id, (tx) =>
        addSubscription(tx, world.sealer, call, credential.id, device),
      );
      return { subscription_id };
    },
    humansOnly,
  ),
  route(
    removeWebPush,
    async (call, { subscription_id }) => {
      await call.world.write(call.realm.id, (tx) => removeSubscription(tx, call, subscription_id));
      return {};
    },
    humansOnly,
  ),
];
