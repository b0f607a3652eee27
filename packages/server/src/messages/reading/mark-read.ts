import { sql } from '../../db/sql.ts';
import type { Tx } from '../../db/tx.ts';
import { MARKS } from '../flags.ts';
import type { Copy } from './copies.ts';
import { clearMark, setMark } from './marks.ts';
import { inSlices } from './slices.ts';

/** Messages become read for somebody; answers those that were not. */
export const markRead = async (tx: Tx, personId: number, copies: readonly Copy[]): Promise<number[]> => {
  const received = await changeReceived(tx, personId, copies.filter(isReceived), true);
  const marked = copies.filter(({ marks }) => ((marks ?? 0) & MARKS.unread) > 0);
  const others = await clearMark(
    tx,
    personId,
    marked.map(({ id }) => id),
    MARKS.unread,
  );
  return [...received, ...others];
};

/** Messages become unread for somebody; answers those that were read. */
export const markUnread = async (tx: Tx, personId: number, copies: readonly Copy[]): Promise<number[]> => {
  const received = await changeReceived(tx, personId, copies.filter(isReceived), false);
  const others = await setMark(
    tx,
    personId,
    copies.filter((copy) => !isReceived(copy)),
    MARKS.unread,
  );
  return [...received, ...others];
};

const isReceived = ({ is_received }: Copy): boolean => is_received;

type Numbered = Pick<Copy, 'id' | 'home_id' | 'ordinal'>;

/** Everybody takes somebody's conversations in the order of their ids. */
const changeReceived = (
  tx: Tx,
  personId: number,
  messages: readonly Numbered[],
  asRead: boolean,
): Promise<number[]> =>
  inSlices(
    messages.toSorted((a, b) => a.home_id - b.home_id || a.ordinal - b.ordinal),
    (some) => changeSome(tx, personId, some, asRead),
  );

const changeSome = async (
  tx: Tx,
  personId: number,
  messages: readonly Numbered[],
  asRead: boolean,
): Promise<number[]> => {
  const rows = await tx.all(
    sql<{ home_id: number; changed: number[] }>`
      select home_id, mark_ordinals(${tx.realmId}, ${personId}, home_id, ordinals, ${asRead}) as changed
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
};
