import type { ChannelRow } from '../../channels/channel.ts';
import { sql } from '../../../engine/db/sql.ts';
import type { Tx } from '../../../engine/db/tx.ts';
import type { Audience } from '../../../engine/log/audience.ts';
import { detachFiles } from '../../uploads/attach.ts';
import { channelReaders } from '../audience.ts';
import type { MessageRow } from '../message.ts';
import { settleFirstMessage } from './settle-first-message.ts';
import { settleTopics } from './settle-topics.ts';

/** One conversation, which is locked. */
export type LockedConversation =
  | { readonly kind: 'channel'; readonly channel: ChannelRow }
  | { readonly kind: 'direct'; readonly conversationId: number; readonly users: readonly number[] };

/** Removes messages of one conversation for good, and tells everybody who could read them, and some others. */
export async function removeMessages(
  tx: Tx,
  conversation: LockedConversation,
  messages: readonly MessageRow[],
  also: readonly number[] = [],
): Promise<void> {
  if (messages.length === 0) return;
  if (conversation.kind === 'direct') {
    await forget(tx, messages);
    await settleConversation(tx, conversation.conversationId);
    tx.emit({ kind: 'users', ids: conversation.users }, { ...deleted(messages), message_type: 'private' });
    return;
  }
  const { channel } = conversation;
  const topics = [...Map.groupBy(messages, ({ topic_key }) => topic_key)];
  const audiences: Audience[] = [];
  for (const [, said] of topics) audiences.push(await channelReaders(tx, channel, said));
  await forget(tx, messages);
  await settleTopics(
    tx,
    channel.id,
    topics.map(([key]) => key),
  );
  await settleFirstMessage(tx, channel);
  for (const [index, [, said]] of topics.entries())
    tx.emit(withOthers(audiences[index], also), {
      ...deleted(said),
      message_type: 'stream',
      stream_id: channel.id,
      topic: newest(said).topic,
    });
}

function deleted(messages: readonly MessageRow[]) {
  return {
    type: 'delete_message' as const,
    message_ids: messages.map(({ id }) => id).toSorted((a, b) => a - b),
  };
}

function newest(messages: readonly MessageRow[]): MessageRow {
  return messages.reduce((last, one) => (one.id > last.id ? one : last));
}

function withOthers(audience: Audience | undefined, ids: readonly number[]): Audience {
  const others: Audience = { kind: 'users', ids };
  if (audience === undefined) return others;
  return ids.length === 0 ? audience : { kind: 'union', of: [audience, others] };
}

/** Their numbers stay behind, so that nobody ever has them unread. */
async function forget(tx: Tx, messages: readonly MessageRow[]): Promise<void> {
  await detachFiles(
    tx,
    messages.map(({ id }) => id),
  );
  await tx.all(sql`
    with gone as (
      delete from message
      where realm_id = ${tx.realmId} and id = any(${messages.map(({ id }) => id)}::bigint[])
      returning home_id, ordinal
    )
    insert into gone_block (realm_id, conversation_id, block, bits)
    select ${tx.realmId}, home_id, ordinal / 4096, bit_or(set_bit(0::bit(4096), (ordinal % 4096)::integer, 1))
    from gone group by 2, 3 order by 2, 3
    on conflict (realm_id, conversation_id, block) do update set bits = gone_block.bits | excluded.bits`);
}

async function settleConversation(tx: Tx, id: number): Promise<void> {
  await tx.all(sql`
    update conversation set last_message_id = (
      select id from message where realm_id = ${tx.realmId} and conversation_id = ${id} order by id desc limit 1
    ) where realm_id = ${tx.realmId} and id = ${id}`);
}
