import { updateSubscriptions as contract } from '@parley/contract/endpoints/subscribing.ts';
import { route } from '../../http/route.ts';
import { noGuests } from '../../people/gates.ts';
import { badRequest } from '../../problem.ts';
import { subscribe } from '../subscribe.ts';
import { unsubscribe } from '../unsubscribe.ts';

/** What subscribing takes for granted. */
const usual = {
  announce: false,
  authorization_errors_fatal: true,
  invite_only: false,
  is_default_stream: false,
  is_web_public: false,
  send_new_subscription_messages: true,
};

export const updateSubscriptionsRoute = route(
  contract,
  async ({ world, realm, person }, { add, delete: leave }) => {
    if (add.length === 0 && leave.length === 0) throw badRequest('Nothing to do: name some channels.');
    const context = { config: world.config, now: world.clock.now() };
    return world.write(realm.id, async (tx) => {
      const actor = { realm, person };
      const came = await subscribe(tx, actor, { ...usual, subscriptions: add }, context);
      const left = await unsubscribe(tx, actor, { subscriptions: leave }, world.config);
      return { ...came, ...left };
    });
  },
  noGuests,
);
