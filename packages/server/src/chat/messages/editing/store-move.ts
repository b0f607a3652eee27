import type { RawBuilder } from 'kysely';
import { sql } from '../../../engine/db/sql.ts';
import type { Tx } from '../../../engine/db/tx.ts';
import type { Actor } from '../../../http/actor.ts';
import { areMessages, requireReleased } from '../../holds/held.ts';
import { readersNow } from './moved-audience.ts';
import type { MovedMessage } from './moved-messages.ts';
import type { Move } from './plan-move.ts';
import { isVisible } from './visible.ts';

/** Keeps every statement far below the statement timeout, even on a busy machine. */
const MAX_ROWS_PER_STATEMENT = 250;

/** The log position and the time of a change. */
export type Moment = { readonly position: number; readonly now: number };

/** Stores the new channel and topic of messages, and adds the old ones to the edit history. */
export async function storeMove(
  tx: Tx,
  { user }: Actor,
  move: Move,
  messages: readonly MovedMessage[],
  { position, now }: Moment,
): Promise<void> {
  const ids = messages.map(({ id }) => id);
  const at = new Date(now);
  await requireReleased(tx, areMessages(ids));
  const losesAccess = move.isChannelChanged ? await losingAccess(tx, move) : undefined;
  for (let start = 0; start < ids.length; start += MAX_ROWS_PER_STATEMENT) {
    const some = ids.slice(start, start + MAX_ROWS_PER_STATEMENT);
    if (losesAccess !== undefined) await deleteUserFlags(tx, losesAccess, some);
    await tx.all(sql`
      with noted as (
        insert into message_edit (
          realm_id, message_id, position, user_id, at, prev_topic, topic, prev_channel_id, channel_id
        )
        select realm_id, id, ${position}, ${user.id}, ${at}, ${before(move)}
        from message where realm_id = ${tx.realmId} and id = any(${some}::bigint[])
      )
      update message set ${sql.join(after(move, position, at))}
      where realm_id = ${tx.realmId} and id = any(${some}::bigint[])`);
  }
}

function before({ isTopicChanged, isChannelChanged, topic, target }: Move): RawBuilder<unknown> {
  return sql.join([
    ...(isTopicChanged ? [sql`topic`, sql`${topic}::text`] : [sql`null::text`, sql`null::text`]),
    ...(isChannelChanged
      ? [sql`channel_id`, sql`${target.id}::bigint`]
      : [sql`null::bigint`, sql`null::bigint`]),
  ]);
}

/** Resolving a topic does not count as a move, so it leaves moved_at unchanged. */
function after(move: Move, position: number, at: Date): RawBuilder<unknown>[] {
  return [
    ...(move.isChannelChanged
      ? [
          sql`conversation_id = ${move.target.conversation_id}`,
          sql`channel_id = ${move.target.id}`,
          sql`arrived_at = ${position}`,
        ]
      : []),
    ...(move.isTopicChanged ? [sql`topic = ${move.topic}`, sql`topic_key = lower(${move.topic})`] : []),
    ...(move.resolution === undefined || move.isChannelChanged ? [sql`moved_at = ${at}`] : []),
  ];
}

/**
 * Deletes the user flags of users who lose access to a message. Users who could not read it before keep theirs,
 * because no event informs them. Runs before the messages are moved.
 */
async function deleteUserFlags(
  tx: Tx,
  losesAccess: RawBuilder<boolean>,
  ids: readonly number[],
): Promise<void> {
  await tx.all(sql`
    delete from message_user_flag k using realm_user p, message m
    where k.realm_id = ${tx.realmId} and k.message_id = any(${[...ids]}::bigint[])
      and m.realm_id = k.realm_id and m.id = k.message_id and p.realm_id = k.realm_id and p.id = k.user_id
      and ${losesAccess}`);
}

/** SQL condition: user `p` can read message `m` in the source channel but not in the target channel. */
async function losingAccess(tx: Tx, { source, target }: Move): Promise<RawBuilder<boolean>> {
  return sql<boolean>`(${await readersNow(tx, source)}) and ${isVisible(source, sql<number>`p.id`)}
    and not (${await readersNow(tx, target)})`;
}
