import { isProtected } from '../../channels/channel.ts';
import { findChannels } from '../../channels/queries.ts';
import { relationsTo } from '../../channels/relation.ts';
import { canRead } from '../../channels/rights.ts';
import { sql, type Reader } from '../../../engine/db/sql.ts';
import type { Actor } from '../../../http/actor.ts';
import { noSuchMessage } from '../access.ts';
import { isOwn, type Copy } from './copies.ts';

/** Refuses everything if one of the messages does not exist, or is neither the actor's nor open to them. */
export async function checkAccess(
  reader: Reader,
  actor: Actor,
  ids: readonly number[],
  copies: readonly Copy[],
): Promise<void> {
  if (copies.length < new Set(ids).size) throw noSuchMessage();
  const foreign = copies.filter((copy) => !isOwn(copy));
  if (foreign.length === 0) return;
  const channels = await findChannels(reader, actor.realm.id, [
    ...new Set(foreign.flatMap(({ channel_id }) => channel_id ?? [])),
  ]);
  const relationOf = await relationsTo(reader, actor.user, channels);
  const open = new Map(
    channels
      .filter((channel) => canRead(actor.user, channel, relationOf(channel)))
      .map((channel) => [channel.id, channel]),
  );
  for (const { channel_id } of foreign) if (!open.has(channel_id ?? 0)) throw noSuchMessage();
  await checkPresence(
    reader,
    actor,
    foreign.filter(({ channel_id }) => {
      const channel = open.get(channel_id ?? 0);
      return channel !== undefined && isProtected(channel);
    }),
  );
}

/** Where history is protected: subscribed when the message came into the channel. */
async function checkPresence(reader: Reader, { realm, user }: Actor, copies: readonly Copy[]): Promise<void> {
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
