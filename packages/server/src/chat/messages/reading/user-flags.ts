import { sql } from '../../../engine/db/sql.ts';
import type { Tx } from '../../../engine/db/tx.ts';
import { MARKS } from '../flags.ts';
import type { Copy } from './copies.ts';
import { inSlices } from './slices.ts';

/**
 * Sets a mark of somebody on messages; answers those that did not have it. Who marks what they never received
 * has a copy of it from then on.
 */
export function setMark(tx: Tx, userId: number, copies: readonly Copy[], bit: number): Promise<number[]> {
  return inSlices(copies, (some) => setSome(tx, userId, some, bit));
}

async function setSome(tx: Tx, userId: number, copies: readonly Copy[], bit: number): Promise<number[]> {
  // The messages are held: one that is deleted just now leaves no mark.
  const rows = await tx.all(
    sql<{ message_id: number }>`
      with held as (
        select id from message
        where realm_id = ${tx.realmId} and id = any(${copies.map(({ id }) => id)}::bigint[])
        order by id for key share
      )
      insert into message_mark (realm_id, user_id, message_id, flags)
      select ${tx.realmId}, ${userId}, held.id, given.flags
      from held join unnest(
        ${copies.map(({ id }) => id)}::bigint[],
        ${copies.map(({ is_received }) => (is_received ? bit : bit | MARKS.historical))}::smallint[]
      ) as given (id, flags) on given.id = held.id
      order by held.id
      on conflict (realm_id, user_id, message_id) do update
        set flags = message_mark.flags | ${bit}::smallint where message_mark.flags & ${bit}::smallint = 0
      returning message_id`,
  );
  return rows.map(({ message_id }) => message_id);
}

/** Takes a mark of somebody away; answers the messages that had it. */
export function clearMark(tx: Tx, userId: number, ids: readonly number[], bit: number): Promise<number[]> {
  return inSlices(ids, (some) => clearSome(tx, userId, some, bit));
}

async function clearSome(tx: Tx, userId: number, ids: readonly number[], bit: number): Promise<number[]> {
  const held = await tx.all(
    sql<{ message_id: number }>`
      select message_id from message_mark
      where realm_id = ${tx.realmId} and user_id = ${userId} and message_id = any(${[...ids]}::bigint[])
        and flags & ${bit}::smallint > 0
      order by message_id for update`,
  );
  const marked = held.map(({ message_id }) => message_id);
  if (marked.length === 0) return [];
  await tx.all(
    sql`update message_mark set flags = flags & ~${bit}::smallint
      where realm_id = ${tx.realmId} and user_id = ${userId} and message_id = any(${marked}::bigint[])`,
  );
  await tx.all(
    sql`delete from message_mark
      where realm_id = ${tx.realmId} and user_id = ${userId} and message_id = any(${marked}::bigint[])
        and flags = 0`,
  );
  return marked;
}
