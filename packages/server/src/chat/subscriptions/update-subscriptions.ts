import type { ParametersOf, ResultOf } from '@parley/contract/endpoint.ts';
import type { updateSubscriptions as contract } from '@parley/contract/endpoints/subscribing.ts';
import type { Tx } from '../../engine/db/tx.ts';
import type { Actor } from '../../http/actor.ts';
import { lockRealm } from '../../engine/db/realm.ts';
import { checkName } from '../channels/names.ts';
import { findActor } from './principals.ts';
import { findByNames, lockChannels } from '../channels/queries.ts';
import { subscribe, type Context, type Subscribed } from './subscribe.ts';
import { unsubscribe } from './unsubscribe.ts';

/** Defaults of the parameters of `subscribe`. */
const SUBSCRIBE_DEFAULTS = {
  announce: false,
  default_push_notifications: false,
  authorization_errors_fatal: true,
  invite_only: false,
  is_default_stream: false,
  is_web_public: false,
  send_new_subscription_messages: true,
};

/** Subscribes the actor to channels and unsubscribes from others, in one transaction. */
export async function updateSubscriptions(
  tx: Tx,
  actor: Actor,
  { add, delete: remove }: ParametersOf<typeof contract>,
  context: Context,
): Promise<Subscribed & { readonly result: ResultOf<typeof contract> }> {
  await lockTogether(tx, actor, [...add.map(({ name }) => name), ...remove]);
  const subscribed = await subscribe(tx, actor, { ...SUBSCRIBE_DEFAULTS, subscriptions: add }, context);
  const removed = await unsubscribe(tx, actor, { subscriptions: remove }, context.world);
  return { ...subscribed, result: { ...subscribed.result, ...removed } };
}

/** Locks all conversations at once and in order, so that concurrent requests do not deadlock. */
async function lockTogether(tx: Tx, actor: Actor, names: readonly string[]): Promise<void> {
  await lockRealm(tx);
  await findActor(tx, actor);
  const named = await findByNames(
    tx,
    tx.realmId,
    names.map((name) => checkName(name)),
  );
  await lockChannels(
    tx,
    named.flatMap(({ channel }) => channel?.id ?? []),
  );
}
