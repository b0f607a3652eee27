import { q, sql, type Reader } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import type { ChannelRow } from './channel.ts';

/** A channel name from a request, and the channel with that name; equal keys mean equal names. */
export type NamedChannel = {
  readonly name: string;
  readonly key: string;
  readonly channel: ChannelRow | undefined;
};

/** Finds channels by name, archived ones included. PostgreSQL compares the names, ignoring case. */
export async function findByNames(
  reader: Reader,
  realmId: number,
  names: readonly string[],
): Promise<NamedChannel[]> {
  const keys = await reader.all(
    sql<{ name: string; key: string; id: number | null }>`
      select n.name, lower(n.name) as key, c.id
      from unnest(${[...names]}::text[]) with ordinality as n (name, position)
      left join channel c on c.realm_id = ${realmId} and lower(c.name) = lower(n.name)
      order by n.position`,
  );
  const channels = await findChannels(
    reader,
    realmId,
    keys.flatMap(({ id }) => id ?? []),
  );
  const byId = new Map(channels.map((channel) => [channel.id, channel]));
  return keys.map(({ name, key, id }) => ({ name, key, channel: byId.get(id ?? 0) }));
}

export function findChannels(reader: Reader, realmId: number, ids: readonly number[]): Promise<ChannelRow[]> {
  return reader.all(
    q
      .selectFrom('channel')
      .selectAll()
      .where('realm_id', '=', realmId)
      .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)
      .orderBy('id'),
  );
}

export function allChannels(reader: Reader, realmId: number): Promise<ChannelRow[]> {
  return reader.all(q.selectFrom('channel').selectAll().where('realm_id', '=', realmId).orderBy('id'));
}

/**
 * Locks channels until the transaction ends and returns their current rows. Every change to subscriptions,
 * messages or settings of a channel locks its conversation first, in the order of the ids.
 */
export async function lockChannels(tx: Tx, ids: readonly number[]): Promise<ChannelRow[]> {
  await tx.all(
    sql`select v.id from conversation v
      where v.realm_id = ${tx.realmId} and v.id in (
        select conversation_id from channel
        where realm_id = ${tx.realmId} and id = any(${[...ids]}::bigint[])
      ) order by v.id for update`,
  );
  return findChannels(tx, tx.realmId, ids);
}

/** Ids of the active subscribers of each channel, bots included, ascending. */
export async function subscribersOf(
  reader: Reader,
  realmId: number,
  channelIds: readonly number[],
): Promise<(channelId: number) => number[]> {
  const rows = await reader.all(
    sql<{ channel_id: number; users: number[] }>`
      select s.channel_id, array_agg(s.user_id order by s.user_id) as users
      from subscription s join realm_user p on p.realm_id = s.realm_id and p.id = s.user_id
      where s.realm_id = ${realmId} and s.channel_id = any(${[...channelIds]}::bigint[])
        and s.is_active and p.is_active
      group by s.channel_id`,
  );
  const users = new Map(rows.map((row) => [row.channel_id, row.users]));
  return (channelId) => users.get(channelId) ?? [];
}
