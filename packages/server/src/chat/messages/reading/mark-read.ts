import { sql } from '../../../engine/db/sql.ts';
import type { Tx } from '../../../engine/db/tx.ts';
import { USER_FLAGS } from '../flags.ts';
import type { Copy } from './copies.ts';
import { clearUserFlag, setUserFlag } from './user-flags.ts';
import { inSlices } from './slices.ts';

/** Marks messages as read for a user; returns those that were unread. */
export async function markRead(tx: Tx, userId: number, copies: readonly Copy[]): Promise<number[]> {
  const received = await changeReceived(tx, userId, copies.filter(isReceived), true);
  const marked = copies.filter(({ user_flags }) => ((user_flags ?? 0) & USER_FLAGS.unread) > 0);
  const others = await clearUserFlag(
    tx,
    userId,
    marked.map(({ id }) => id),
    USER_FLAGS.unread,
  );
  return [...received, ...others];
}

/** Marks messages as unread for a user; returns those that were read. */
export async function markUnread(tx: Tx, userId: number, copies: readonly Copy[]): Promise<number[]> {
  const received = await changeReceived(tx, userId, copies.filter(isReceived), false);
  const others = await setUserFlag(
    tx,
    userId,
    copies.filter((copy) => !isReceived(copy)),
    USER_FLAGS.unread,
  );
  return [...received, ...others];
}

function isReceived({ is_received }: Copy): boolean {
  return is_received;
}

type OrdinalRow = Pick<Copy, 'id' | 'home_id' | 'ordinal'>;

/** Locks a user's conversations in the order of their ids, which prevents deadlocks. */
function changeReceived(
  tx: Tx,
  userId: number,
  messages: readonly OrdinalRow[],
  asRead: boolean,
): Promise<number[]> {
  return inSlices(
    messages.toSorted((a, b) => a.home_id - b.home_id || a.ordinal - b.ordinal),
    (some) => changeSome(tx, userId, some, asRead),
  );
}

async function changeSome(
  tx: Tx,
  userId: number,
  messages: readonly OrdinalRow[],
  asRead: boolean,
): Promise<number[]> {
  const rows = await tx.all(
    sql<{ home_id: number; changed: number[] }>`
      select home_id, mark_ordinals(${tx.realmId}, ${userId}, home_id, ordinals, ${asRead}) as changed
      from (
        select home_id, array_agg(ordinal) as ordinals
        from unnest(
          ${messages.map(({ home_id }) => home_id)}::bigint[], ${messages.map(({ ordinal }) => ordinal)}::bigint[]
        ) as m (home_id, ordinal)
        group by home_id order by home_id
      ) as h`,
  );
  const changed = new Map(rows.map((row) => [row.home_id, new Set(row.changed)]));
  return messages
    .filter(({ home_id, ordinal }) => changed.get(home_id)?.has(ordinal) === true)
    .map(({ id }) => id);
}
