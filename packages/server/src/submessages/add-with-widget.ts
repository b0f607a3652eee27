import { sql } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';
import { addMessage } from '../messages/sending/add-message.ts';
import type { Letter } from '../messages/sending/letter.ts';

/** Sends a message with the part with which it starts, if it has one. */
export const addWithWidget = async (tx: Tx, letter: Letter, widget: string | undefined): Promise<number> => {
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
};
