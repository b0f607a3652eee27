import { limits } from '@parley/contract/limits.ts';
import { lengthOf } from '@parley/contract/primitives.ts';
import { q, type Reader } from '../../engine/db/sql.ts';
import { accessMessage, type Accessed } from '../messages/access.ts';
import { messageReference, userLink, quotedWithin } from '../notices/links.ts';
import type { Actor, UserRow } from '../../http/actor.ts';
import { ApiError } from '../../engine/api-error.ts';

/** The text of a reminder of a message that the user can read. */
export async function reminderText(reader: Reader, accessed: Accessed, note: string): Promise<string> {
  const { realm_id, sender_id } = accessed.message;
  const sender = await reader.first(
    q.selectFrom('realm_user').selectAll().where('realm_id', '=', realm_id).where('id', '=', sender_id),
  );
  const head = `You asked to be reminded of ${messageReference(accessed)}${senderText(sender)}.${noteText(note)}\n\n`;
  return head + quotedWithin(accessed.message.content, limits.messageLength - lengthOf(head));
}

/** The text at delivery; if the user can no longer read the message, only the note. */
export async function reminderTextAtDelivery(
  reader: Reader,
  actor: Actor,
  { message_id, note }: { readonly message_id: number; readonly note: string },
): Promise<string> {
  try {
    return await reminderText(reader, await accessMessage(reader, actor, message_id), note);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return `You asked to be reminded of a message that you can no longer read.${noteText(note)}`;
  }
}

function senderText(sender: UserRow | undefined): string {
  return sender === undefined ? '' : ` from ${userLink(sender)}`;
}

function noteText(note: string): string {
  return note === '' ? '' : `\n\nYour note:\n\n${note}`;
}
