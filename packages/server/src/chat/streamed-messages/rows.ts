import { limits } from '@parley/contract/limits.ts';
import type { RawBuilder } from 'kysely';
import { badRequest } from '../../engine/api-error.ts';
import { type Query, type Reader, sql } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';

/** A message whose text is still being written. */
export type StreamKey = { readonly realmId: number; readonly messageId: number };

/** A piece of text, and the place at which it begins: the end of the text, if undefined. */
export type StreamedPiece = { readonly content: string; readonly from: number | undefined };

/** The outcome of a piece: its text has this length, the stream has ended, or the text ends before `from`. */
export type Appended =
  | { readonly outcome: 'appended'; readonly length: number }
  | { readonly outcome: 'ended' }
  | { readonly outcome: 'ahead' };

/** One character more than a message may have tells that the text has to be cut. */
const MAX_LENGTH = limits.messageLength + 1;

/** The row of a new message; `text` is what it has already. */
export function insertStream(
  realmId: number,
  messageId: RawBuilder<number>,
  { senderId, text, now }: { readonly senderId: number; readonly text: string; readonly now: number },
): Query<unknown> {
  return sql`
    insert into streamed_message (realm_id, message_id, sender_id, content, published, stored_at)
    values (${realmId}, ${messageId}, ${senderId}, ${text}::text, char_length(${text}::text), ${new Date(now)})`;
}

/** Refuses a stream beyond those that a user may have at once. */
export async function refuseManyStreams(tx: Tx, senderId: number): Promise<void> {
  const row = await tx.first(sql<{ count: number }>`
    select count(*) as count from streamed_message where realm_id = ${tx.realmId} and sender_id = ${senderId}`);
  if ((row?.count ?? 0) >= limits.openStreams)
    throw badRequest(`You write ${limits.openStreams} streamed messages already. Finish one of them first.`);
}

/** Adds a piece, and ends the stream with it if `isLast`. */
export async function appendPiece(
  reader: Reader,
  { realmId, messageId }: StreamKey,
  { content, from }: StreamedPiece,
  isLast: boolean,
): Promise<Appended> {
  const isOpen = sql<boolean>`realm_id = ${realmId} and message_id = ${messageId} and not is_ended`;
  const row = await reader.first(sql<{ length: number }>`
    with before as (
      select content as text, coalesce(${from ?? null}::int, char_length(content)) as place
      from streamed_message where ${isOpen} for update
    )
    update streamed_message set
      content = left(left(text, place) || ${content}::text, ${MAX_LENGTH}::int), published = least(published, place),
      is_ended = ${isLast}::boolean, touched_at = now()
    from before where ${isOpen} and place <= char_length(text)
    returning char_length(content) as length`);
  if (row !== undefined) return { outcome: 'appended', length: row.length };
  const open = await reader.first(sql`select 1 from streamed_message where ${isOpen}`);
  return { outcome: open === undefined ? 'ended' : 'ahead' };
}

/** The part of the text that readers were not told of. It is told now, by this node alone. */
export async function takeNews(
  reader: Reader,
  { realmId, messageId }: StreamKey,
): Promise<{ readonly from: number; readonly content: string } | undefined> {
  const row = await reader.first(sql<{ published: number; news: string }>`
    with before as (
      select published from streamed_message
      where realm_id = ${realmId} and message_id = ${messageId} and not is_ended for update
    )
    update streamed_message s set published = char_length(content) from before
    where realm_id = ${realmId} and message_id = ${messageId} and char_length(content) <> before.published
    returning before.published, substr(content, before.published + 1) as news`);
  return row === undefined ? undefined : { from: row.published, content: row.news };
}

/** Takes no further pieces. False if the stream has ended already. */
export async function closeStream(reader: Reader, { realmId, messageId }: StreamKey): Promise<boolean> {
  const rows = await reader.all(sql`
    update streamed_message set is_ended = true, touched_at = now()
    where realm_id = ${realmId} and message_id = ${messageId} and not is_ended returning message_id`);
  return rows.length > 0;
}

/** Deletes the row; returns its text, or undefined if it is gone. */
export async function removeStream(tx: Tx, messageId: number): Promise<string | undefined> {
  const row = await tx.first(sql<{ content: string }>`
    delete from streamed_message where realm_id = ${tx.realmId} and message_id = ${messageId} returning content`);
  return row?.content;
}
