import { accessForChange } from '../messages/access.ts';
import { readersOf } from '../messages/audience.ts';
import { addMessage } from '../messages/sending/add-message.ts';
import type { OutgoingMessage } from '../messages/sending/outgoing-message.ts';
import { takePart } from '../messages/take-part.ts';
import { checkAct } from './acts.ts';
import { q, sql } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { badRequest } from '../../engine/api-error.ts';
import type { Actor } from '../../http/actor.ts';
import { lockSelf } from '../../organization/users/lock-self.ts';

/** Votes are kept one by one; more would make the message too long to send. */
const MOST_PARTS = 10_000;

/** Does something inside a message. Who sent it begins. */
export async function addSubmessage(
  tx: Tx,
  actor: Actor,
  { message_id, content, msg_type }: { message_id: number; content: string; msg_type: string },
  now: number,
): Promise<void> {
  await lockSelf(tx, actor);
  const accessed = await accessForChange(tx, actor, message_id);
  const sender_id = actor.user.id;
  const isAuthor = accessed.message.sender_id === sender_id;
  const { first, count } = await partsOf(tx, message_id);
  if (first === undefined && !isAuthor) throw badRequest('Nothing can be done in this message.');
  checkAct(first, content, isAuthor);
  if (count >= MOST_PARTS) throw badRequest('Too much has been done in this message.');
  await takePart(tx, actor, accessed, now);
  const made = await tx.first(
    q
      .insertInto('submessage')
      .values({ realm_id: tx.realmId, message_id, sender_id, msg_type, content })
      .returning('id'),
  );
  tx.emit(await readersOf(tx, accessed), {
    type: 'submessage',
    message_id,
    submessage_id: made?.id ?? 0,
    sender_id,
    msg_type,
    content,
  });
}

async function partsOf(tx: Tx, messageId: number): Promise<{ first: string | undefined; count: number }> {
  const row = await tx.first(
    sql<{ first: string | null; count: number }>`
      select count(*) as count, (array_agg(content order by id))[1] as first from submessage
      where realm_id = ${tx.realmId} and message_id = ${messageId}`,
  );
  return { first: row?.first ?? undefined, count: row?.count ?? 0 };
}

/** Sends a message with the part with which it starts, if it has one. */
export async function addWithWidget(
  tx: Tx,
  letter: OutgoingMessage,
  widget: string | undefined,
): Promise<number> {
  if (widget === undefined) return addMessage(tx, letter);
  const { senderId, event } = letter;
  const row = await tx.first(sql<{ id: number }>`select nextval('submessage_id') as id`);
  // The message's id is its position, which its event is told when it is delivered.
  const part = { id: row?.id ?? 0, message_id: 0, sender_id: senderId, msg_type: 'widget', content: widget };
  const place = await addMessage(tx, {
    ...letter,
    event: { ...event, message: { ...event.message, submessages: [part] } },
  });
  tx.atPosition(
    (position) => sql`
      insert into submessage (realm_id, message_id, id, sender_id, msg_type, content)
      values (${tx.realmId}, ${position(place)}, ${part.id}, ${senderId}, ${part.msg_type}, ${widget})`,
  );
  return place;
}
