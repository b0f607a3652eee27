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

/** What subscribing takes for granted. */
const usual = {
  announce: false,
  default_push_notifications: false,
  authorization_errors_fatal: true,
  invite_only: false,
  is_default_stream: false,
  is_web_public: false,
  send_new_subscription_messages: true,
};

/** Subscribes somebody to some channels and unsubscribes from others; all of it, or nothing. */
export async function updateSubscriptions(
  tx: Tx,
  actor: Actor,
  { add, delete: leave }: ParametersOf<typeof contract>,
  context: Context,
): Promise<Subscribed & { readonly result: ResultOf<typeof contract> }> {
  await lockTogether(tx, actor, [...add.map(({ name }) => name), ...leave]);
  const came = await subscribe(tx, actor, { ...usual, subscriptions: add }, context);
  const left = await unsubscribe(tx, actor, { subscriptions: leave }, context.world);
  return { ...came, result: { ...came.result, ...left } };
}

/** Conversations are locked once and in order: two who take them one after another could wait for each other. */
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
