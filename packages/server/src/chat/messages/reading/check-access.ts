import { isProtected } from '../../channels/channel.ts';
import { findChannels } from '../../channels/queries.ts';
import { relationsTo } from '../../channels/relation.ts';
import { canRead } from '@parley/contract/rights/channel-rights.ts';
import { sql, type Reader } from '../../../engine/db/sql.ts';
import type { Actor } from '../../../http/actor.ts';
import { noSuchMessage } from '../access.ts';
import { isOwn, type Copy } from './copies.ts';

/** Throws if one of the messages does not exist, or the actor neither has a copy of it nor may read it. */
export async function checkAccess(
  reader: Reader,
  actor: Actor,
  ids: readonly number[],
  copies: readonly Copy[],
): Promise<void> {
  if (copies.length < new Set(ids).size) throw noSuchMessage();
  const withoutCopy = copies.filter((copy) => !isOwn(copy));
  if (withoutCopy.length === 0) return;
  const channels = await findChannels(reader, actor.realm.id, [
    ...new Set(withoutCopy.flatMap(({ channel_id }) => channel_id ?? [])),
  ]);
  const relationOf = await relationsTo(reader, actor.user, channels);
  const readable = new Map(
    channels
      .filter((channel) => canRead(actor.user, channel, relationOf(channel)))
      .map((channel) => [channel.id, channel]),
  );
  for (const { channel_id } of withoutCopy) if (!readable.has(channel_id ?? 0)) throw noSuchMessage();
  await checkSubscribedAtArrival(
    reader,
    actor,
    withoutCopy.filter(({ channel_id }) => {
      const channel = readable.get(channel_id ?? 0);
      return channel !== undefined && isProtected(channel);
    }),
  );
}

/** For channels with protected history: the actor was subscribed when each message arrived. */
async function checkSubscribedAtArrival(
  reader: Reader,
  { realm, user }: Actor,
  copies: readonly Copy[],
): Promise<void> {
  if (copies.length === 0) return;
  const missed = await reader.first(
    sql`select 1 from unnest(
        ${copies.map(({ channel_id }) => channel_id)}::bigint[],
        ${copies.map(({ id, arrived_at }) => arrived_at ?? id)}::bigint[]
      ) as m (channel_id, came_at)
      where not exists (
        select from subscription s
        where s.realm_id = ${realm.id} and s.user_id = ${user.id} and s.channel_id = m.channel_id
          and s.periods @> m.came_at
      )`,
  );
  if (missed !== undefined) throw noSuchMessage();
}
