import { limits } from '@parley/contract/limits.ts';
import { lengthOf } from '@parley/contract/primitives.ts';
import { q, type Reader } from '../db/sql.ts';
import { accessMessage, type Accessed } from '../messages/access.ts';
import { messageLink, personLink, quotedWithin } from '../notices/words.ts';
import type { Actor, PersonRow } from '../people/person.ts';
import { Problem } from '../problem.ts';

/** What a reminder says about a message, to somebody who can read it. */
export const wordsAbout = async (reader: Reader, accessed: Accessed, note: string): Promise<string> => {
  const { realm_id, sender_id } = accessed.message;
  const sender = await reader.first(
    q.selectFrom('person').selectAll().where('realm_id', '=', realm_id).where('id', '=', sender_id),
  );
  const head = `You asked to be reminded of ${placeOf(accessed)}${fromWhom(sender)}.${noted(note)}\n\n`;
  return head + quotedWithin(accessed.message.content, limits.messageLength - lengthOf(head));
};

/** The same when the time has come: who can no longer read the message is reminded of the note. */
export const wordsNow = async (
  reader: Reader,
  actor: Actor,
  { message_id, note }: { readonly message_id: number; readonly note: string },
): Promise<string> => {
  try {
    return await wordsAbout(reader, await accessMessage(reader, actor, message_id), note);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return `You asked to be reminded of a message that you can no longer read.${noted(note)}`;
  }
};

const placeOf = (accessed: Accessed): string =>
  accessed.kind === 'direct'
    ? 'a direct message'
    : `the message ${messageLink(accessed.channel, accessed.message)}`;

const fromWhom = (sender: PersonRow | undefined): string =>
  sender === undefined ? '' : ` from ${personLink(sender)}`;

const noted = (note: string): string => (note === '' ? '' : `\n\nYour note:\n\n${note}`);
