import { isProtected, type ChannelRow } from '../channels/channel.ts';
import { sql, type Reader } from '../../engine/db/sql.ts';
import type { Audience } from '../../engine/log/audience.ts';
import type { Accessed } from './access.ts';
import type { MessageRow } from './message.ts';
import { rangesOf } from './ranges.ts';

/**
 * Users who receive changes of a message: all users of a direct conversation; subscribers of a channel and, if it is
 * public, former subscribers who received the message. In a channel with protected history, only subscribers who
 * received it. The conversation must be locked.
 */
export function readersOf(reader: Reader, accessed: Accessed): Promise<Audience> {
  return accessed.kind === 'direct'
    ? Promise.resolve({ kind: 'users', ids: accessed.users })
    : channelReaders(reader, accessed.channel, [accessed.message]);
}

/** Like `readersOf`, for several messages of one channel: a reader of any of them receives the change of all. */
export async function channelReaders(
  reader: Reader,
  channel: ChannelRow,
  messages: readonly Pick<MessageRow, 'id' | 'arrived_at' | 'home_id'>[],
): Promise<Audience> {
  if (isProtected(channel))
    return { kind: 'users', ids: await subscribersAtArrival(reader, channel, messages) };
  const subscribers: Audience = { kind: 'subscribers', channel: channel.id };
  if (channel.is_private) return subscribers;
  const ids = await formerReceivers(reader, channel, messages);
  return ids.length === 0 ? subscribers : { kind: 'union', of: [subscribers, { kind: 'users', ids }] };
}

/** Subscribers who were subscribed when one of the messages arrived. */
export async function subscribersAtArrival(
  reader: Reader,
  channel: ChannelRow,
  messages: readonly Pick<MessageRow, 'id' | 'arrived_at'>[],
): Promise<number[]> {
  const arrivals = rangesOf(messages.map(({ id, arrived_at }) => arrived_at ?? id));
  const rows = await reader.all(
    sql<{ user_id: number }>`
      select user_id from subscription
      where realm_id = ${channel.realm_id} and channel_id = ${channel.id} and is_active
        and periods && ${arrivals}::int8multirange`,
  );
  return rows.map(({ user_id }) => user_id);
}

/** Users who received one of the messages, are no longer subscribed, and may still read the public channel. */
export async function formerReceivers(
  reader: Reader,
  channel: ChannelRow,
  messages: readonly Pick<MessageRow, 'id' | 'home_id'>[],
): Promise<number[]> {
  const homes = [...Map.groupBy(messages, ({ home_id }) => home_id)];
  const messageRanges = homes.map(([, there]) => rangesOf(there.map(({ id }) => id)));
  const rows = await reader.all(
    sql<{ id: number }>`
      with had as (
        select s.user_id as id
        from unnest(${homes.map(([home]) => home)}::bigint[], ${messageRanges}::text[]) as m (home_id, ids)
        join channel c on c.realm_id = ${channel.realm_id} and c.conversation_id = m.home_id
        join subscription s on s.realm_id = c.realm_id and s.channel_id = c.id
        where (c.id <> ${channel.id} or not s.is_active) and s.periods && m.ids::int8multirange
        union
        select k.user_id from message_user_flag k
        where k.realm_id = ${channel.realm_id} and k.message_id = any(${messages.map(({ id }) => id)}::bigint[])
      )
      select p.id from had join realm_user p on p.realm_id = ${channel.realm_id} and p.id = had.id
      where p.is_active and (p.role < 600 or ${channel.is_web_public})
        and not exists (
          select from subscription s where s.realm_id = p.realm_id and s.user_id = p.id
            and s.channel_id = ${channel.id} and s.is_active
        )`,
  );
  return rows.map(({ id }) => id);
}
