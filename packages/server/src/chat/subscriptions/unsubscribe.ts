import type { ParametersOf, ResultOf } from '@parley/contract/endpoint.ts';
import type { unsubscribe as contract } from '@parley/contract/endpoints/subscribing.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { refuseRemoval } from '@parley/contract/rights/managing-rights.ts';
import type { Actor, UserRow } from '../../http/actor.ts';
import type { Server } from '../../organization/users/server.ts';
import { badRequest } from '../../engine/api-error.ts';
import type { ChannelRow } from '../channels/channel.ts';
import { checkName } from '../channels/names.ts';
import { checkPrincipals, findPrincipals } from './principals.ts';
import { findByNames, lockChannels } from '../channels/queries.ts';
import { relationsTo } from '../channels/relation.ts';
import { recordMembers } from './record-members.ts';
import { removeSubscribers } from './remove-subscribers.ts';

/** Unsubscribes users from channels, in one transaction. */
export async function unsubscribe(
  tx: Tx,
  caller: Actor,
  { subscriptions, principals = [] }: ParametersOf<typeof contract>,
  server: Server,
): Promise<ResultOf<typeof contract>> {
  const found = await findPrincipals(tx, caller, server.config, principals);
  const actor = { realm: caller.realm, user: found.me };
  await checkPrincipals(tx, actor, found);
  const named = await findByNames(
    tx,
    tx.realmId,
    subscriptions.map((name) => checkName(name)),
  );
  const channels = await lockChannels(
    tx,
    named.flatMap(({ channel }) => channel?.id ?? []),
  );
  if (found.users.some((user) => !isOwn(user, actor.user))) await checkMayRemove(tx, actor, channels);
  const unknown = named.filter(({ channel }) => channel === undefined);
  if (unknown.length > 0)
    throw badRequest(`There is no channel named ${unknown.map(({ name }) => `'${name}'`).join(', ')}.`);
  const pairs = await removeSubscribers(tx, server, channels, found.users);
  recordMembers(tx, actor.user, 'removed', pairs);
  const removed = new Set(pairs.map(({ user, channel }) => `${user.id} ${channel.id}`));
  const all = found.users.flatMap(({ id }) => channels.map((channel) => ({ id, channel })));
  const isRemoved = ({ id, channel }: (typeof all)[number]): boolean => removed.has(`${id} ${channel.id}`);
  return {
    removed: all.filter(isRemoved).map(({ channel }) => channel.name),
    not_removed: all.filter((item) => !isRemoved(item)).map(({ channel }) => channel.name),
  };
}

/** Users can always unsubscribe themselves and their bots. */
function isOwn(user: UserRow, me: UserRow): boolean {
  return user.id === me.id || user.bot_owner_id === me.id;
}

async function checkMayRemove(tx: Tx, { user }: Actor, channels: readonly ChannelRow[]): Promise<void> {
  const relationOf = await relationsTo(tx, user, channels);
  for (const channel of channels) {
    const refusal = refuseRemoval(user, channel, relationOf(channel));
    if (refusal !== undefined) throw badRequest(refusal.reason);
  }
}
