import { accessForUpdate } from '../messages/access.ts';
import { readersOf } from '../messages/audience.ts';
import { addMessage } from '../messages/send/store.ts';
import type { OutgoingMessage } from '../messages/send/outgoing-message.ts';
import { recordParticipation } from '../messages/take-part.ts';
import { checkWidgetAction } from './widget-actions.ts';
import { q, sql } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { badRequest } from '../../engine/api-error.ts';
import type { Actor } from '../../http/actor.ts';
import { lockSelf } from '../../organization/users/lock-self.ts';

/** Each vote is a submessage, and all are sent with the message. */
const MAX_SUBMESSAGES_PER_MESSAGE = 10_000;

/** Adds a submessage. The first one must come from the message's sender. */
export async function addSubmessage(
  tx: Tx,
  actor: Actor,
  { message_id, content, msg_type }: { message_id: number; content: string; msg_type: string },
  now: number,
): Promise<void> {
  await lockSelf(tx, actor);
  const accessed = await accessForUpdate(tx, actor, message_id);
  const sender_id = actor.user.id;
  const isAuthor = accessed.message.sender_id === sender_id;
  const { first, count } = await readSubmessages(tx, message_id);
  if (first === undefined && !isAuthor) throw badRequest('This message has no widget.');
  checkWidgetAction(first, content, isAuthor);
  if (count >= MAX_SUBMESSAGES_PER_MESSAGE)
    throw badRequest('The message has reached the maximum number of submessages.');
  await recordParticipation(tx, actor, accessed, now);
  const inserted = await tx.first(
    q
      .insertInto('submessage')
      .values({ realm_id: tx.realmId, message_id, sender_id, msg_type, content })
      .returning('id'),
  );
  tx.emit(await readersOf(tx, accessed), {
    type: 'submessage',
    message_id,
    submessage_id: inserted?.id ?? 0,
    sender_id,
    msg_type,
    content,
  });
}

async function readSubmessages(
  tx: Tx,
  messageId: number,
): Promise<{ first: string | undefined; count: number }> {
  const row = await tx.first(
    sql<{ first: string | null; count: number }>`
      select count(*) as count, (array_agg(content order by id))[1] as first from submessage
      where realm_id = ${tx.realmId} and message_id = ${messageId}`,
  );
  return { first: row?.first ?? undefined, count: row?.count ?? 0 };
}

/** Sends a message with its widget as the first submessage, if it has one. */
export async function addWithWidget(
  tx: Tx,
  message: OutgoingMessage,
  widget: string | undefined,
): Promise<number> {
  if (widget === undefined) return addMessage(tx, message);
  const { senderId, event } = message;
  const row = await tx.first(sql<{ id: number }>`select nextval('submessage_id') as id`);
  // The message id is the log position, which is filled in when the event is delivered.
  const submessage = {
    id: row?.id ?? 0,
    message_id: 0,
    sender_id: senderId,
    msg_type: 'widget',
    content: widget,
  };
  const emitted = await addMessage(tx, {
    ...message,
    event: { ...event, message: { ...event.message, submessages: [submessage] } },
  });
  tx.atPosition(
    (position) => sql`
      insert into submessage (realm_id, message_id, id, sender_id, msg_type, content)
      values (${tx.realmId}, ${position(emitted)}, ${submessage.id}, ${senderId}, ${submessage.msg_type}, ${widget})`,
  );
  return emitted;
}
