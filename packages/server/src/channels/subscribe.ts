import type { ParametersOf, ResultOf } from '@parley/contract/endpoint.ts';
import type { subscribe as contract } from '@parley/contract/endpoints/channels.ts';
import type { Config } from '../config.ts';
import type { Tx } from '../db/tx.ts';
import { hasRealmPermission } from '../groups/permissions.ts';
import { isAdministrator, type Actor } from '../people/person.ts';
import { realmOf } from '../people/queries.ts';
import { badRequest } from '../problem.ts';
import { lockRealm } from '../realm/realm.ts';
import { addSubscribers, type Pair } from './add-subscribers.ts';
import type { ChannelRow } from './channel.ts';
import { createChannels } from './create.ts';
import { checkGivenSettings } from './initial-settings.ts';
import { checkName } from './names.ts';
import { checkPrincipals, findPrincipals, isForOthers } from './principals.ts';
import { findByNames, lockChannels } from './queries.ts';
import { relationsTo } from './relation.ts';
import { canRead, type Relation } from './rights.ts';

export type SubscribeRequest = ParametersOf<typeof contract>;
export type Context = { readonly config: Config; readonly now: number };

/** Subscribes people to channels and creates those that do not exist; all of it, or nothing. */
export const subscribe = async (
  tx: Tx,
  caller: Actor,
  request: SubscribeRequest,
  { config, now }: Context,
): Promise<ResultOf<typeof contract>> => {
  const { subscriptions, principals = [], authorization_errors_fatal: isFatal } = request;
  const trimmed = subscriptions.map(({ name }) => name.trim());
  const isCreating = (await findByNames(tx, tx.realmId, storable(trimmed))).some(
    ({ channel }) => channel === undefined,
  );
  const realm = isCreating ? await lockRealm(tx) : await realmOf(tx);
  const found = await findPrincipals(tx, { ...caller, realm }, config, principals);
  const actor = { realm, person: found.me };

  await checkGivenSettings(tx, actor, request);
  const named = await findByNames(
    tx,
    tx.realmId,
    trimmed.map((name) => checkName(name)),
  );
  const missing = new Map<string, SubscribeRequest['subscriptions'][number]>();
  for (const [index, { key, channel }] of named.entries()) {
    const wanted = subscriptions[index];
    if (channel === undefined && wanted !== undefined && !missing.has(key)) missing.set(key, wanted);
  }
  const created =
    missing.size === 0
      ? []
      : await createChannels(
          tx,
          actor,
          [...missing.values()].map(({ name, description }) => ({ name: checkName(name), description })),
          request,
          now,
        );
  const createdOf = new Map([...missing.keys()].map((key, index) => [key, created[index]]));
  const existing = await lockChannels(
    tx,
    named.flatMap(({ channel }) => channel?.id ?? []),
  );
  const { open, closed } = await sortOut(tx, actor, existing);
  const [first] = closed;
  if (isFatal && first !== undefined) throw badRequest(`You cannot subscribe to the channel '${first}'.`);
  if (isForOthers(actor.person, principals)) {
    await checkMayAdd(tx, actor, open);
    await checkPrincipals(tx, actor, found);
  }
  const colors = new Map(
    named.flatMap(({ key, channel }, index) => {
      const color = subscriptions[index]?.color;
      const id = channel?.id ?? createdOf.get(key)?.id;
      return color === undefined || id === undefined ? [] : [[id, color] as const];
    }),
  );
  const channels = [...created, ...open.map(({ channel }) => channel)];
  const pairs = await addSubscribers(tx, channels, found.people, colors);
  return {
    ...summary(channels, found.people, pairs),
    ...(isFatal ? {} : { unauthorized: closed }),
    // Nobody is told by a message yet: there are none.
    ...(request.send_new_subscription_messages ? { new_subscription_messages_sent: false } : {}),
  };
};

/** Text that the database cannot compare is refused a little later. */
const storable = (names: readonly string[]): string[] => names.filter((name) => !name.includes('\0'));

type Related = { readonly channel: ChannelRow; readonly relation: Relation };

const sortOut = async (
  tx: Tx,
  { person }: Actor,
  channels: readonly ChannelRow[],
): Promise<{ open: Related[]; closed: string[] }> => {
  const relationOf = await relationsTo(tx, person, channels);
  const related = channels.map((channel) => ({ channel, relation: relationOf(channel) }));
  const isOpen = ({ channel, relation }: Related): boolean => canRead(person, channel, relation);
  return {
    open: related.filter(isOpen),
    closed: related.filter((one) => !isOpen(one)).map(({ channel }) => channel.name),
  };
};

/** Who may add people by the organization's leave may do it everywhere; others where the channel says so. */
const checkMayAdd = async (tx: Tx, { realm, person }: Actor, open: readonly Related[]): Promise<void> => {
  if (isAdministrator(person)) return;
  if (await hasRealmPermission(tx, realm, person, 'can_add_subscribers_group')) return;
  const may = ({ groups }: Relation): boolean =>
    groups.has('can_add_subscribers_group') || groups.has('can_administer_channel_group');
  if (open.some(({ relation }) => !may(relation))) throw badRequest('You may not subscribe others.');
};

const summary = (
  channels: readonly ChannelRow[],
  people: readonly { id: number }[],
  pairs: readonly Pair[],
): Pick<ResultOf<typeof contract>, 'subscribed' | 'already_subscribed'> => {
  const came = new Set(pairs.map(({ person, channel }) => `${person.id} ${channel.id}`));
  const subscribed: Record<string, string[]> = {};
  const already_subscribed: Record<string, string[]> = {};
  for (const { id } of people)
    for (const channel of channels) {
      const list = came.has(`${id} ${channel.id}`) ? subscribed : already_subscribed;
      (list[String(id)] ??= []).push(channel.name);
    }
  return { subscribed, already_subscribed };
};
