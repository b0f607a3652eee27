import type { ParametersOf, ResultOf } from '@parley/contract/endpoint.ts';
import type { subscribe as contract } from '@parley/contract/endpoints/channels.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { hasRealmPermission } from '../../organization/groups/permissions.ts';
import { announceChannels, announcementsChannelId, postChannelNotices } from '../notices/channel-notices.ts';
import type { NoticeWorld } from '../notices/compose-notice.ts';
import { MAX_NOTIFIED_SUBSCRIBERS } from '../notices/new-subscriptions.ts';
import { userLink } from '../notices/links.ts';
import { refuseAdding } from '@parley/contract/rights/managing-rights.ts';
import type { Actor } from '../../http/actor.ts';
import { realmOf } from '../../organization/users/queries.ts';
import { badRequest } from '../../engine/api-error.ts';
import { lockRealm } from '../../engine/db/realm.ts';
import { addSubscribers, type SubscriptionPair } from './add-subscribers.ts';
import type { ChannelRow } from '../channels/channel.ts';
import { createChannels } from '../channels/create.ts';
import { checkGivenSettings } from '../channels/initial-settings.ts';
import { checkName } from '../channels/names.ts';
import { checkPrincipals, findPrincipals, isForOthers } from './principals.ts';
import { recordMembers } from './record-members.ts';
import { findByNames, lockChannels } from '../channels/queries.ts';
import { relationsTo } from '../channels/relation.ts';
import { canRead, type Relation } from '@parley/contract/rights/channel-rights.ts';

export type SubscribeRequest = ParametersOf<typeof contract>;
export type Context = { readonly world: NoticeWorld; readonly now: number };

/** The response, and the subscriptions to announce after the commit. */
export type Subscribed = {
  readonly result: ResultOf<typeof contract>;
  readonly actor: Actor;
  readonly toPublish: readonly SubscriptionPair[];
};

/** Channels are created one by one in a transaction, which other changes of the organization wait for. */
const MAX_CREATED_CHANNELS = 100;

/** Subscribes users to channels and creates missing channels, in one transaction. */
export async function subscribe(
  tx: Tx,
  caller: Actor,
  request: SubscribeRequest,
  { world, now }: Context,
): Promise<Subscribed> {
  const { subscriptions, principals = [], authorization_errors_fatal: isFatal } = request;
  const trimmed = subscriptions.map(({ name }) => name.trim());
  const isCreating = await isAnyMissing(tx, trimmed);
  const realm = isCreating ? await lockRealm(tx) : await realmOf(tx);
  const found = await findPrincipals(tx, { ...caller, realm }, world.config, principals);
  const actor = { realm, user: found.me };

  await checkGivenSettings(tx, actor, request);
  const named = await findByNames(
    tx,
    tx.realmId,
    trimmed.map((name) => checkName(name)),
  );
  const createdByKey = await createMissing(tx, actor, request, named, { world, now });
  const created = [...createdByKey.values()];
  const namedIds = named.flatMap(({ channel }) => channel?.id ?? []);
  const isAnnounced = request.announce && created.length > 0;
  const announcements = isAnnounced ? (announcementsChannelId(actor) ?? []) : [];
  const locked = await lockChannels(tx, namedIds.concat(announcements));
  const existing = locked.filter(({ id }) => namedIds.includes(id));
  const { open, closed } = await splitByAccess(tx, actor, existing);
  if (isFatal && closed.length > 0) throw badRequest(`You cannot subscribe to the channel '${closed[0]}'.`);
  if (isForOthers(actor.user, principals)) {
    await checkMayAdd(tx, actor, open);
    await checkPrincipals(tx, actor, found);
  }
  const colors = new Map(
    named.flatMap(({ key, channel }, index) => {
      const color = subscriptions[index]?.color;
      const id = channel?.id ?? createdByKey.get(key)?.id;
      return color === undefined || id === undefined ? [] : [[id, color] as const];
    }),
  );
  const channels = [...created, ...open.map(({ channel }) => channel)];
  const pairs = await addSubscribers(tx, world, channels, found.users, colors);
  recordMembers(tx, actor.user, 'added', pairs);
  if (isAnnounced) await announceChannels(tx, world, actor, created);
  for (const channel of created) await postCreationNotice(tx, world, actor, channel);
  const { subscribed, already_subscribed } = summarize(channels, found.users, pairs);
  const isNotified =
    request.send_new_subscription_messages && Object.keys(subscribed).length <= MAX_NOTIFIED_SUBSCRIBERS;
  const isNew = new Set(created.map(({ id }) => id));
  return {
    result: {
      subscribed,
      already_subscribed,
      ...(isFatal ? {} : { unauthorized: closed }),
      ...(request.send_new_subscription_messages ? { new_subscription_messages_sent: isNotified } : {}),
    },
    actor,
    toPublish: isNotified ? pairs.filter(({ channel }) => !isNew.has(channel.id)) : [],
  };
}

/** Creates the channels that do not exist yet, once for each name. */
async function createMissing(
  tx: Tx,
  actor: Actor,
  request: SubscribeRequest,
  named: Awaited<ReturnType<typeof findByNames>>,
  context: Context,
): Promise<Map<string, ChannelRow>> {
  const missing = new Map<string, SubscribeRequest['subscriptions'][number]>();
  for (const [index, { key, channel }] of named.entries()) {
    const subscription = request.subscriptions[index];
    if (channel === undefined && subscription !== undefined && !missing.has(key))
      missing.set(key, subscription);
  }
  if (missing.size === 0) return new Map();
  const wanted = Array.from(missing.values(), ({ name, description }) => ({
    name: checkName(name),
    description,
  }));
  const created = await createChannels(tx, actor, wanted, request, context);
  const keys = [...missing.keys()];
  return new Map(created.map((channel, index) => [keys[index] ?? '', channel]));
}

export function postCreationNotice(
  tx: Tx,
  world: NoticeWorld,
  actor: Actor,
  channel: ChannelRow,
): Promise<void> {
  return postChannelNotices(tx, world, actor, channel, [`${userLink(actor.user)} created this channel.`]);
}

/** PostgreSQL cannot store NUL; `checkName` refuses such names later. */
/** Throws if too many channels would be created. */
async function isAnyMissing(tx: Tx, names: readonly string[]): Promise<boolean> {
  const named = await findByNames(tx, tx.realmId, storable(names));
  const missing = named.filter(({ channel }) => channel === undefined);
  if (missing.length > MAX_CREATED_CHANNELS)
    throw badRequest(`A request can create at most ${MAX_CREATED_CHANNELS} channels.`);
  return missing.length > 0;
}

function storable(names: readonly string[]): string[] {
  return names.filter((name) => !name.includes('\0'));
}

type Related = { readonly channel: ChannelRow; readonly relation: Relation };

async function splitByAccess(
  tx: Tx,
  { user }: Actor,
  channels: readonly ChannelRow[],
): Promise<{ open: Related[]; closed: string[] }> {
  const relationOf = await relationsTo(tx, user, channels);
  const related = channels.map((channel) => ({ channel, relation: relationOf(channel) }));
  const isOpen = ({ channel, relation }: Related): boolean => canRead(user, channel, relation);
  return {
    open: related.filter(isOpen),
    closed: related.filter((item) => !isOpen(item)).map(({ channel }) => channel.name),
  };
}

/** Adding others needs the organization's permission, or a permission in each channel. */
export async function checkMayAdd(tx: Tx, { realm, user }: Actor, open: readonly Related[]): Promise<void> {
  const isPermitted = await hasRealmPermission(tx, realm, user, 'can_add_subscribers_group');
  for (const { channel, relation } of open) {
    const refusal = refuseAdding(user, channel, relation, isPermitted);
    if (refusal !== undefined) throw badRequest(refusal.reason);
  }
}

function summarize(
  channels: readonly ChannelRow[],
  users: readonly { id: number }[],
  pairs: readonly SubscriptionPair[],
): Pick<ResultOf<typeof contract>, 'subscribed' | 'already_subscribed'> {
  const added = new Set(pairs.map(({ user, channel }) => `${user.id} ${channel.id}`));
  const subscribed: Record<string, string[]> = {};
  const already_subscribed: Record<string, string[]> = {};
  for (const { id } of users)
    for (const channel of channels) {
      const list = added.has(`${id} ${channel.id}`) ? subscribed : already_subscribed;
      (list[String(id)] ??= []).push(channel.name);
    }
  return { subscribed, already_subscribed };
}
