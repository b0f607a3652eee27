import type { ScheduledMessage } from '@parley/contract/objects/personal.ts';
import type { Selectable } from 'kysely';
import type { Schema } from '../../engine/db/schema.ts';
import { q, type Reader } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { only } from '../../engine/log/audience.ts';
import type { UserRow } from '../../http/actor.ts';
import type { ReadState } from '../../http/snapshot.ts';

export function scheduledBy(reader: Reader, user: Pick<UserRow, 'realm_id' | 'id'>): Promise<ScheduledRow[]> {
  return reader.all(
    q
      .selectFrom('scheduled_message')
      .selectAll()
      .where('realm_id', '=', user.realm_id)
      .where('user_id', '=', user.id)
      .orderBy('due_at')
      .orderBy('id'),
  );
}

export type ScheduledRow = Selectable<Schema['scheduled_message']>;

export function presentScheduled(row: ScheduledRow): ScheduledMessage {
  return {
    scheduled_message_id: row.id,
    ...(row.channel_id === null
      ? { type: 'private', to: row.users }
      : { type: 'stream', to: row.channel_id, topic: row.topic }),
    content: row.content,
    rendered_content: row.rendered,
    scheduled_delivery_timestamp: Math.floor(row.due_at.getTime() / 1000),
    failed: row.has_failed,
  };
}

export const scheduledMessagesState: ReadState<'scheduled_messages'> = async ({ reader, user }) => ({
  scheduled_messages: (await scheduledBy(reader, user)).map(presentScheduled),
});

/** The message was sent by another node, or changed or deleted by its owner. */
export class ScheduledMessageChangedError extends Error {
  override readonly name = 'ScheduledMessageChangedError';
}

/** Deletes a scheduled message in the transaction that sends it, if its version is unchanged. */
export async function deleteSent(tx: Tx, { id, version, user_id }: ScheduledRow): Promise<void> {
  const row = await tx.first(
    q
      .deleteFrom('scheduled_message')
      .where('realm_id', '=', tx.realmId)
      .where('id', '=', id)
      .where('version', '=', version)
      .returning('id'),
  );
  if (row === undefined) throw new ScheduledMessageChangedError('The scheduled message has changed.');
  await tx.all(q.insertInto('scheduled_message_sent').values({ realm_id: tx.realmId, id, user_id }));
  tx.emit(only(user_id), { type: 'scheduled_messages', op: 'remove', scheduled_message_id: id });
}
