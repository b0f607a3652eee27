import { q, type Reader } from '../../engine/db/sql.ts';
import { leavesOut, type Actor } from '../../http/actor.ts';
import { badRequest, type ApiError } from '../../engine/api-error.ts';
import type { ChannelRow } from './channel.ts';
import { findByNames, findChannels } from './queries.ts';
import { relationsTo, relationTo } from './relation.ts';
import { canAdminister, canRead, canSee, type Relation } from '@parley/contract/rights/channel-rights.ts';

export type ChannelAccess = 'metadata' | 'content' | 'administer';

type Options = {
  readonly archived: 'allowed' | 'refused';
  /** Locks the channel's row until the transaction ends. */
  readonly lock?: boolean;
};

/**
 * Returns a channel to which the actor has the given level of access. A hidden channel looks like one that does
 * not exist; only an actor who reads the channel learns that changing it needs a permission.
 */
export async function accessChannel(
  reader: Reader,
  actor: Actor,
  channelId: number,
  need: ChannelAccess,
  options: Options,
): Promise<ChannelRow> {
  return (await accessChannelWithRelation(reader, actor, channelId, need, options)).channel;
}

/** Like `accessChannel`, and also returns the actor's subscription and permissions in the channel. */
export async function accessChannelWithRelation(
  reader: Reader,
  { realm, user, limits }: Actor,
  channelId: number,
  need: ChannelAccess,
  { archived, lock = false }: Options,
): Promise<{ channel: ChannelRow; relation: Relation }> {
  const channel = await reader.first(
    q
      .selectFrom('channel')
      .selectAll()
      .where('realm_id', '=', realm.id)
      .where('id', '=', channelId)
      .$if(lock, (query) => query.forUpdate()),
  );
  if (channel === undefined || (need === 'content' && leavesOut(limits, channel.id))) throw noSuchChannel();
  const relation = await relationTo(reader, user, channel);
  checkAccess(need, { user }, channel, relation);
  if (channel.is_archived && archived === 'refused') throw noSuchChannel();
  return { channel, relation };
}

function checkAccess(
  need: ChannelAccess,
  { user }: Pick<Actor, 'user'>,
  channel: ChannelRow,
  relation: Relation,
): void {
  switch (need) {
    case 'metadata':
      if (!canSee(user, channel, relation)) throw noSuchChannel();
      return;
    case 'content':
      if (!canRead(user, channel, relation)) throw noSuchChannel();
      return;
    case 'administer':
      if (canAdminister(user, relation)) return;
      throw canRead(user, channel, relation)
        ? badRequest('You do not have permission to administer this channel.')
        : noSuchChannel();
  }
}

export function noSuchChannel(): ApiError {
  return badRequest('There is no such channel.');
}

/** Like `accessChannel`, by the channel's name, ignoring case. */
export async function accessChannelByName(
  reader: Reader,
  actor: Actor,
  name: string,
  need: ChannelAccess,
  options: Options,
): Promise<ChannelRow> {
  const [named] = await findByNames(reader, actor.realm.id, [name.trim().replaceAll('\0', '')]);
  if (named?.channel === undefined) throw noSuchChannel();
  return accessChannel(reader, actor, named.channel.id, need, options);
}

/** Throws `noSuchChannel` if a channel is archived or the actor cannot read it. */
export async function checkReadableChannels(
  reader: Reader,
  { realm, user }: Actor,
  ids: ReadonlySet<number>,
): Promise<void> {
  if (ids.size === 0) return;
  const channels = await findChannels(reader, realm.id, [...ids]);
  const relationOf = await relationsTo(reader, user, channels);
  const readable = channels.filter(
    (channel) => !channel.is_archived && canRead(user, channel, relationOf(channel)),
  );
  if (readable.length < ids.size) throw noSuchChannel();
}
