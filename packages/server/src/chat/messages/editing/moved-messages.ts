import { sql, type Reader } from '../../../engine/db/sql.ts';
import type { UserRow } from '../../../http/actor.ts';
import type { MessageRow } from '../message.ts';
import type { Move } from './plan-move.ts';
import { isVisible } from './visible.ts';

export type MovedMessage = Pick<MessageRow, 'id' | 'arrived_at' | 'home_id'>;

/** More in one transaction would make those who write in the channels wait for too long. */
const AT_ONCE = 1_000;

/** Messages that move in one transaction, ascending, and whether they are the last ones. */
export type Step = { readonly messages: readonly MovedMessage[]; readonly isLast: boolean };

/**
 * What a move takes along next. Within a channel also what the actor cannot see; elsewhere nobody takes what they
 * cannot read. The message that was named goes last: if something goes wrong, the same can be asked again. To begin
 * behind what went before spares the database a look at all that it has left there.
 */
export async function nextToMove(
  reader: Reader,
  user: UserRow,
  message: MessageRow,
  move: Move,
  after: number,
): Promise<Step> {
  if (move.mode === 'change_one') return { messages: [message], isLast: true };
  const which = move.isChannelChanged
    ? isVisible(move.source, user.id)
    : sql<boolean>`m.topic <> ${move.topic}`;
  const start = Math.max(after, move.mode === 'change_all' ? 0 : message.id);
  const others = await reader.all(
    sql<MovedMessage>`
      select m.id, m.arrived_at, m.home_id from message m
      where m.realm_id = ${message.realm_id} and m.channel_id = ${move.source.id}
        and m.topic_key = ${message.topic_key} and m.id > ${start} and m.id <> ${message.id} and ${which}
      order by m.id limit ${AT_ONCE}`,
  );
  if (others.length === AT_ONCE) return { messages: others, isLast: false };
  return { messages: [...others, message].toSorted((a, b) => a.id - b.id), isLast: true };
}

/** Whether somebody sees anything left in the topic from which messages went. */
export async function seesMore(
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
