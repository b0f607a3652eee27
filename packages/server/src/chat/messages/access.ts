import { isProtected, type ChannelRow } from '../channels/channel.ts';
import { findChannels } from '../channels/queries.ts';
import { relationTo } from '../channels/relation.ts';
import { canRead, type Relation } from '@parley/contract/rights/channel-rights.ts';
import { q, sql, type Reader } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import type { Actor } from '../../http/actor.ts';
import { badRequest, type ApiError } from '../../engine/api-error.ts';
import { USER_FLAGS } from './flags.ts';
import { hidesMessage } from './grant-limits.ts';
import { messageColumns, type MessageRow } from './message.ts';

/** A message that the actor may read, with its channel or the users of its direct conversation. */
export type Accessed =
  | {
      readonly kind: 'channel';
      readonly message: MessageRow;
      readonly channel: ChannelRow;
      readonly relation: Relation;
    }
  | { readonly kind: 'direct'; readonly message: MessageRow; readonly users: readonly number[] };

/** Returns a message that the actor may read. A hidden message fails like a missing one. */
export async function accessMessage(reader: Reader, actor: Actor, id: number): Promise<Accessed> {
  const message = await findMessage(reader, actor.realm.id, id);
  if (message === undefined || hidesMessage(actor.limits, message)) throw noSuchMessage();
  return message.channel_id === null
    ? accessDirect(reader, actor, message)
    : accessInChannel(reader, actor, message, message.channel_id);
}

/**
 * Like `accessMessage`, for a change: messages in archived channels are read-only. Locks the conversation found, so
 * that sends, moves and membership changes in it wait until the transaction ends.
 */
export async function accessForUpdate(tx: Tx, actor: Actor, id: number): Promise<Accessed> {
  const found = await findMessage(tx, tx.realmId, id);
  if (found === undefined) throw noSuchMessage();
  await lockConversations(tx, [found.conversation_id]);
  const accessed = await accessMessage(tx, actor, id);
  if (accessed.message.conversation_id !== found.conversation_id) return accessForUpdate(tx, actor, id);
  refuseArchived(accessed);
  return accessed;
}

/** Messages in archived channels cannot be changed. */
export function refuseArchived(accessed: Accessed): void {
  if (accessed.kind === 'channel' && accessed.channel.is_archived) throw noSuchMessage();
}

/** Locks conversations in the order of their ids; every transaction uses this order, which prevents deadlocks. */
export async function lockConversations(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.all(
    sql`select id from conversation
      where realm_id = ${tx.realmId} and id = any(${[...ids]}::bigint[]) order by id for update`,
  );
}

export function noSuchMessage(): ApiError {
  return badRequest('There is no such message.');
}

export function findMessage(reader: Reader, realmId: number, id: number): Promise<MessageRow | undefined> {
  return reader.first(
    q.selectFrom('message').select(messageColumns).where('realm_id', '=', realmId).where('id', '=', id),
  );
}

async function accessDirect(reader: Reader, { realm, user }: Actor, message: MessageRow): Promise<Accessed> {
  const row = await reader.first(
    q
      .selectFrom('conversation')
      .select('users')
      .where('realm_id', '=', realm.id)
      .where('id', '=', message.conversation_id),
  );
  const users = row?.users ?? [];
  if (!users.includes(user.id)) throw noSuchMessage();
  return { kind: 'direct', message, users };
}

async function accessInChannel(
  reader: Reader,
  { realm, user }: Actor,
  message: MessageRow,
  channelId: number,
): Promise<Accessed> {
  const [channel] = await findChannels(reader, realm.id, [channelId]);
  if (channel === undefined) throw noSuchMessage();
  const relation = await relationTo(reader, user, channel);
  const isReadable =
    canRead(user, channel, relation) &&
    (!isProtected(channel) || (await wasSubscribedAtArrival(reader, user.id, message, channelId)));
  if (!isReadable && !(await isMentionedBot(reader, user.id, message))) throw noSuchMessage();
  return { kind: 'channel', message, channel, relation };
}

/** For channels with protected history: the user was subscribed when the message arrived in the channel. */
async function wasSubscribedAtArrival(
  reader: Reader,
  userId: number,
  message: MessageRow,
  channelId: number,
): Promise<boolean> {
  const row = await reader.first(
    sql`select 1 from subscription
      where realm_id = ${message.realm_id} and user_id = ${userId} and channel_id = ${channelId}
        and periods @> ${message.arrived_at ?? message.id}::bigint`,
  );
  return row !== undefined;
}

/** A bot receives messages that mention it, also in channels to which it is not subscribed. */
async function isMentionedBot(reader: Reader, userId: number, message: MessageRow): Promise<boolean> {
  const row = await reader.first(
    sql`select 1 from message_user_flag k
      join realm_user p on p.realm_id = k.realm_id and p.id = k.user_id and p.bot_type is not null
      where k.realm_id = ${message.realm_id} and k.user_id = ${userId} and k.message_id = ${message.id}
        and k.flags & ${USER_FLAGS.mentioned}::smallint > 0 and k.flags & ${USER_FLAGS.historical}::smallint = 0`,
  );
  return row !== undefined;
}
