import { q, sql } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';
import { accessForChange } from '../messages/access.ts';
import { readersOf } from '../messages/audience.ts';
import { takePart } from '../messages/take-part.ts';
import { holdSelf } from '../people/hold-self.ts';
import type { Actor } from '../people/person.ts';
import { badRequest } from '../problem.ts';
import { checkAct } from './acts.ts';

/** Votes are kept one by one; more would make the message too long to send. */
const MOST_PARTS = 10_000;

/** Does something inside a message. Who sent it begins. */
export const addSubmessage = async (
  tx: Tx,
  actor: Actor,
  { message_id, content, msg_type }: { message_id: number; content: string; msg_type: string },
  now: number,
): Promise<void> => {
  await holdSelf(tx, actor);
  const accessed = await accessForChange(tx, actor, message_id);
  const sender_id = actor.person.id;
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
};

const partsOf = async (tx: Tx, messageId: number): Promise<{ first: string | undefined; count: number }> => {
  const row = await tx.first(
    sql<{ first: string | null; count: number }>`
      select count(*) as count, (array_agg(content order by id))[1] as first from submessage
      where realm_id = ${tx.realmId} and message_id = ${messageId}`,
  );
  return { first: row?.first ?? undefined, count: row?.count ?? 0 };
};
