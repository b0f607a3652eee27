import { limits } from '@parley/contract/limits.ts';
import { lengthOf } from '@parley/contract/primitives.ts';
import { q, type Reader } from '../../engine/db/sql.ts';
import { accessMessage, type Accessed } from '../messages/access.ts';
import { messageLink, userLink, quotedWithin } from '../notices/words.ts';
import type { Actor, UserRow } from '../../http/actor.ts';
import { ApiError } from '../../engine/api-error.ts';

/** What a reminder says about a message, to somebody who can read it. */
export async function wordsAbout(reader: Reader, accessed: Accessed, note: string): Promise<string> {
  const { realm_id, sender_id } = accessed.message;
  const sender = await reader.first(
    q.selectFrom('realm_user').selectAll().where('realm_id', '=', realm_id).where('id', '=', sender_id),
  );
  const head = `You asked to be reminded of ${placeOf(accessed)}${fromWhom(sender)}.${noted(note)}\n\n`;
  return head + quotedWithin(accessed.message.content, limits.messageLength - lengthOf(head));
}

/** The same when the time has come: who can no longer read the message is reminded of the note. */
export async function wordsNow(
  reader: Reader,
  actor: Actor,
  { message_id, note }: { readonly message_id: number; readonly note: string },
): Promise<string> {
  try {
    return await wordsAbout(reader, await accessMessage(reader, actor, message_id), note);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return `You asked to be reminded of a message that you can no longer read.${noted(note)}`;
  }
}

function placeOf(accessed: Accessed): string {
  return accessed.kind === 'direct'
    ? 'a direct message'
    : `the message ${messageLink(accessed.channel, accessed.message)}`;
}

function fromWhom(sender: UserRow | undefined): string {
  return sender === undefined ? '' : ` from ${userLink(sender)}`;
}

function noted(note: string): string {
  return note === '' ? '' : `\n\nYour note:\n\n${note}`;
}
