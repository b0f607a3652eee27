import type { RawBuilder } from 'kysely';
import { sql, type Reader } from '../../../engine/db/sql.ts';
import type { Tx } from '../../../engine/db/tx.ts';
import type { UserRow } from '../../../http/actor.ts';
import { requireReleased } from '../../holds/held.ts';
import type { MessageRow } from '../message.ts';
import type { Move } from './plan-move.ts';
import { isVisible } from './visible.ts';

export type MovedMessage = Pick<MessageRow, 'id' | 'arrived_at' | 'home_id'>;

/** Bounds how long a transaction blocks sends to the channels. */
const MAX_MOVES_PER_TRANSACTION = 1_000;

/** Messages that move in one transaction, ascending, and whether this is the last step. */
export type Step = { readonly messages: readonly MovedMessage[]; readonly isLast: boolean };

/**
 * The next messages of a move. A move within a channel includes messages that the actor cannot see; a move to another
 * channel does not. The message named by the request moves last, so that a failed request can be retried. Starting
 * `after` the previous step spares the database from scanning the dead rows it left.
 */
export async function nextMoveStep(
  reader: Reader,
  user: UserRow,
  message: MessageRow,
  move: Move,
  after: number,
): Promise<Step> {
  if (move.mode === 'change_one') return { messages: [message], isLast: true };
  const others = await reader.all(
    sql<MovedMessage>`
      select m.id, m.arrived_at, m.home_id from message m
      where m.realm_id = ${message.realm_id} and m.id > ${after} and m.id <> ${message.id}
        and ${areOthersOf(user, message, move)}
      order by m.id limit ${MAX_MOVES_PER_TRANSACTION}`,
  );
  if (others.length === MAX_MOVES_PER_TRANSACTION) return { messages: others, isLast: false };
  return { messages: [...others, message].toSorted((a, b) => a.id - b.id), isLast: true };
}

/** SQL condition: message `m` moves too. */
function areOthersOf(user: UserRow, { id, topic_key }: MessageRow, move: Move): RawBuilder<boolean> {
  const which = move.isChannelChanged
    ? isVisible(move.source, user.id)
    : sql<boolean>`m.topic <> ${move.topic}`;
  return sql<boolean>`m.channel_id = ${move.source.id} and m.topic_key = ${topic_key}
    and m.id > ${move.mode === 'change_all' ? 0 : id} and ${which}`;
}

/** Refuses a move before its first step if any message that moves is on hold. */
export function requireMovable(tx: Tx, user: UserRow, message: MessageRow, move: Move): Promise<void> {
  const others = move.mode === 'change_one' ? sql<boolean>`false` : areOthersOf(user, message, move);
  return requireReleased(tx, sql<boolean>`(m.id = ${message.id} or (${others}))`);
}

/** Whether the user can still see messages in the source topic. */
export async function hasVisibleRest(
  reader: Reader,
  user: UserRow,
  { realm_id, topic_key }: MessageRow,
  { source }: Move,
): Promise<boolean> {
  return (
    (await reader.first(
      sql`select 1 from message m
      where m.realm_id = ${realm_id} and m.channel_id = ${source.id} and m.topic_key = ${topic_key}
        and ${isVisible(source, user.id)} limit 1`,
    )) !== undefined
  );
}
