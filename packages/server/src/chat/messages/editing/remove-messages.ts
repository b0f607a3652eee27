import type { ChannelRow } from '../../channels/channel.ts';
import { sql } from '../../../engine/db/sql.ts';
import type { Tx } from '../../../engine/db/tx.ts';
import type { Audience } from '../../../engine/log/audience.ts';
import { areMessages, requireReleased } from '../../holds/held.ts';
import { detachFiles } from '../../uploads/attach.ts';
import { channelReaders } from '../audience.ts';
import type { MessageRow } from '../message.ts';
import { redact } from './redact.ts';
import { refreshFirstMessage } from './settle-first-message.ts';
import { refreshTopics } from './settle-topics.ts';

/** A conversation that the transaction has locked. */
export type LockedConversation =
  | { readonly kind: 'channel'; readonly channel: ChannelRow }
  | { readonly kind: 'direct'; readonly conversationId: number; readonly users: readonly number[] };

/** Permanently deletes messages of one conversation, none of which is on hold, and publishes it to their readers and to the users `also`. */
export async function removeMessages(
  tx: Tx,
  conversation: LockedConversation,
  messages: readonly MessageRow[],
  also: readonly number[] = [],
): Promise<void> {
  if (messages.length === 0) return;
  await requireReleased(tx, areMessages(messages.map(({ id }) => id)));
  if (conversation.kind === 'direct') {
    await deleteRows(tx, messages);
    await refreshConversation(tx, conversation.conversationId);
    tx.emit(
      { kind: 'users', ids: conversation.users },
      { ...deletedFields(messages), message_type: 'private' },
    );
    return;
  }
  const { channel } = conversation;
  const topics = [...Map.groupBy(messages, ({ topic_key }) => topic_key)];
  const audiences: Audience[] = [];
  for (const [, removed] of topics) audiences.push(await channelReaders(tx, channel, removed));
  await deleteRows(tx, messages);
  await refreshTopics(
    tx,
    channel.id,
    topics.map(([key]) => key),
  );
  await refreshFirstMessage(tx, channel);
  for (const [index, [, removed]] of topics.entries())
    tx.emit(withOthers(audiences[index], also), {
      ...deletedFields(removed),
      message_type: 'stream',
      stream_id: channel.id,
      topic: newest(removed).topic,
    });
}

function deletedFields(messages: readonly MessageRow[]) {
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

/** Records the ordinals of deleted messages in gone_block, so that they never count as unread. */
async function deleteRows(tx: Tx, messages: readonly MessageRow[]): Promise<void> {
  await detachFiles(
    tx,
    messages.map(({ id }) => id),
  );
  await redact(tx, messages);
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

async function refreshConversation(tx: Tx, id: number): Promise<void> {
  await tx.all(sql`
    update conversation set last_message_id = (
      select id from message where realm_id = ${tx.realmId} and conversation_id = ${id} order by id desc limit 1
    ) where realm_id = ${tx.realmId} and id = ${id}`);
}
