import type { RawBuilder } from 'kysely';
import { sql } from '../../db/sql.ts';
import type { Tx } from '../../db/tx.ts';
import type { Actor } from '../../people/person.ts';
import { readersAfter } from './moved-audience.ts';
import type { MovedMessage } from './moved-messages.ts';
import type { Move } from './plan-move.ts';

/** Rows written at once: keeps every statement far from the time it may take, on a busy machine too. */
const AT_ONCE = 250;

/** When and where in the log messages change. */
export type Moment = { readonly position: number; readonly now: number };

/** Writes down where messages are now, and where they were. */
export const storeMove = async (
  tx: Tx,
  { person }: Actor,
  move: Move,
  messages: readonly MovedMessage[],
  { position, now }: Moment,
): Promise<void> => {
  const ids = messages.map(({ id }) => id);
  const at = new Date(now);
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    const some = ids.slice(start, start + AT_ONCE);
    await tx.all(sql`
      with noted as (
        insert into message_edit (
          realm_id, message_id, position, person_id, at, prev_topic, topic, prev_channel_id, channel_id
        )
        select realm_id, id, ${position}, ${person.id}, ${at}, ${before(move)}
        from message where realm_id = ${tx.realmId} and id = any(${some}::bigint[])
      )
      update message set ${sql.join(after(move, position, at))}
      where realm_id = ${tx.realmId} and id = any(${some}::bigint[])`);
    if (move.isChannelChanged) await forgetMarks(tx, move, some);
  }
};

const before = ({ isTopicChanged, isChannelChanged, topic, target }: Move): RawBuilder<unknown> =>
  sql.join([
    ...(isTopicChanged ? [sql`topic`, sql`${topic}::text`] : [sql`null::text`, sql`null::text`]),
    ...(isChannelChanged
      ? [sql`channel_id`, sql`${target.id}::bigint`]
      : [sql`null::bigint`, sql`null::bigint`]),
  ]);

/** To resolve a topic is to move nothing. */
const after = (move: Move, position: number, at: Date): RawBuilder<unknown>[] => [
  ...(move.isChannelChanged
    ? [
        sql`conversation_id = ${move.target.conversation_id}`,
        sql`channel_id = ${move.target.id}`,
        sql`arrived_at = ${position}`,
      ]
    : []),
  ...(move.isTopicChanged
    ? [
        sql`topic = ${move.topic}`,
        sql`topic_key = lower(${move.topic})`,
        sql`search = search_of(${move.topic}, words_of(rendered))`,
      ]
    : []),
  ...(move.resolution === undefined || move.isChannelChanged ? [sql`moved_at = ${at}`] : []),
];

/** Whoever cannot read a message any more has not starred it either, and a bot is no longer called by it. */
const forgetMarks = async (tx: Tx, { target }: Move, ids: readonly number[]): Promise<void> => {
  await tx.all(sql`
    delete from message_mark k using person p
    where k.realm_id = ${tx.realmId} and k.message_id = any(${[...ids]}::bigint[])
      and p.realm_id = k.realm_id and p.id = k.person_id and not (${await readersAfter(tx, target)})`);
};
