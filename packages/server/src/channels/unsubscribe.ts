import type { ParametersOf, ResultOf } from '@parley/contract/endpoint.ts';
import type { unsubscribe as contract } from '@parley/contract/endpoints/subscribing.ts';
import type { Tx } from '../db/tx.ts';
import { isAdministrator, type Actor, type PersonRow } from '../people/person.ts';
import type { Server } from '../people/server.ts';
import { badRequest } from '../problem.ts';
import type { ChannelRow } from './channel.ts';
import { checkName } from './names.ts';
import { checkPrincipals, findPrincipals } from './principals.ts';
import { findByNames, lockChannels } from './queries.ts';
import { relationsTo } from './relation.ts';
import { removeSubscribers } from './remove-subscribers.ts';
import { canAdminister, canSee } from './rights.ts';

/** Unsubscribes people from channels; all of it, or nothing. */
export const unsubscribe = async (
  tx: Tx,
  caller: Actor,
  { subscriptions, principals = [] }: ParametersOf<typeof contract>,
  server: Server,
): Promise<ResultOf<typeof contract>> => {
  const found = await findPrincipals(tx, caller, server.config, principals);
  const actor = { realm: caller.realm, person: found.me };
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
  if (found.people.some((person) => !isOwn(person, actor.person))) await checkMayRemove(tx, actor, channels);
  const unknown = named.filter(({ channel }) => channel === undefined);
  if (unknown.length > 0)
    throw badRequest(`There is no channel called ${unknown.map(({ name }) => `'${name}'`).join(', ')}.`);
  const pairs = await removeSubscribers(tx, server, channels, found.people);
  const gone = new Set(pairs.map(({ person, channel }) => `${person.id} ${channel.id}`));
  const all = found.people.flatMap(({ id }) => channels.map((channel) => ({ id, channel })));
  const isGone = ({ id, channel }: (typeof all)[number]): boolean => gone.has(`${id} ${channel.id}`);
  return {
    removed: all.filter(isGone).map(({ channel }) => channel.name),
    not_removed: all.filter((one) => !isGone(one)).map(({ channel }) => channel.name),
  };
};

/** Oneself and one's bots can always leave. */
const isOwn = (person: PersonRow, me: PersonRow): boolean =>
  person.id === me.id || person.bot_owner_id === me.id;

const checkMayRemove = async (tx: Tx, { person }: Actor, channels: readonly ChannelRow[]): Promise<void> => {
  if (isAdministrator(person)) return;
  const relationOf = await relationsTo(tx, person, channels);
  const isAdministrated = channels.every((channel) => canAdminister(person, relationOf(channel)));
  const isRemover = channels.every((channel) => {
    const relation = relationOf(channel);
    return canSee(person, channel, relation) && relation.groups.has('can_remove_subscribers_group');
  });
  if (!isAdministrated && !isRemover) throw badRequest('You may not unsubscribe others.');
};
