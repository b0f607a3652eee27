import { sql } from '../../../engine/db/sql.ts';
import type { Tx } from '../../../engine/db/tx.ts';
import { USER_FLAGS } from '../flags.ts';
import type { Copy } from './copies.ts';
import { inSlices } from './slices.ts';

/**
 * Sets a user flag on messages; returns those that did not have it. Flagging a message that the user did not receive
 * gives the user a copy of it.
 */
export function setUserFlag(tx: Tx, userId: number, copies: readonly Copy[], bit: number): Promise<number[]> {
  return inSlices(copies, (some) => setSome(tx, userId, some, bit));
}

async function setSome(tx: Tx, userId: number, copies: readonly Copy[], bit: number): Promise<number[]> {
  // Locks the messages, so that a concurrent deletion leaves no flags behind.
  const rows = await tx.all(
    sql<{ message_id: number }>`
      with locked as (
        select id from message
        where realm_id = ${tx.realmId} and id = any(${copies.map(({ id }) => id)}::bigint[])
        order by id for key share
      )
      insert into message_user_flag (realm_id, user_id, message_id, flags)
      select ${tx.realmId}, ${userId}, locked.id, given.flags
      from locked join unnest(
        ${copies.map(({ id }) => id)}::bigint[],
        ${copies.map(({ is_received }) => (is_received ? bit : bit | USER_FLAGS.historical))}::smallint[]
      ) as given (id, flags) on given.id = locked.id
      order by locked.id
      on conflict (realm_id, user_id, message_id) do update
        set flags = message_user_flag.flags | ${bit}::smallint where message_user_flag.flags & ${bit}::smallint = 0
      returning message_id`,
  );
  return rows.map(({ message_id }) => message_id);
}

/** Clears a user flag; returns the messages that had it. */
export function clearUserFlag(
  tx: Tx,
  userId: number,
  ids: readonly number[],
  bit: number,
): Promise<number[]> {
  return inSlices(ids, (some) => clearSome(tx, userId, some, bit));
}

async function clearSome(tx: Tx, userId: number, ids: readonly number[], bit: number): Promise<number[]> {
  const locked = await tx.all(
    sql<{ message_id: number }>`
      select message_id from message_user_flag
      where realm_id = ${tx.realmId} and user_id = ${userId} and message_id = any(${[...ids]}::bigint[])
        and flags & ${bit}::smallint > 0
      order by message_id for update`,
  );
  const flagged = locked.map(({ message_id }) => message_id);
  if (flagged.length === 0) return [];
  await tx.all(
    sql`update message_user_flag set flags = flags & ~${bit}::smallint
      where realm_id = ${tx.realmId} and user_id = ${userId} and message_id = any(${flagged}::bigint[])`,
  );
  await tx.all(
    sql`delete from message_user_flag
      where realm_id = ${tx.realmId} and user_id = ${userId} and message_id = any(${flagged}::bigint[])
        and flags = 0`,
  );
  return flagged;
}
