import { sql } from '../../db/sql.ts';
import type { Tx } from '../../db/tx.ts';
import { attachFiles } from '../../uploads/attach.ts';
import { builtColumns, isForListeners, readFromStart, type Letter } from './letter.ts';

/**
 * Sends a message as a part of a transaction that changes more. Its conversation stays locked until the
 * commit. The answer gives `tx.placed` the id of the message, once the transaction is through.
 */
export const addMessage = async (tx: Tx, letter: Letter): Promise<number> => {
  const row = await tx.first(
    sql<{
      ordinals: number[];
    }>`select reserve_ordinals(array[${tx.realmId}::bigint], array[${letter.homeId}::bigint]) as ordinals`,
  );
  const ordinals = row?.ordinals ?? [];
  await tx.all(
    sql`select check_public(
      array[${tx.realmId}::bigint], array[${letter.channelId}::bigint], array[${isForListeners(letter)}::boolean]
    )`,
  );
  const [at, people] = readFromStart([letter]);
  await tx.all(
    sql`select read_from_start(
      array[${tx.realmId}::bigint], array[${letter.homeId}::bigint], array[${letter.channelId}::bigint], ${ordinals}::bigint[],
      ${at}::integer[], ${people}::bigint[]
    )`,
  );
  const place = tx.emit(letter.audience, letter.event);
  if (letter.rules !== undefined) {
    const { rules } = letter;
    tx.atPosition(() => sql`select check_rules(array[${tx.realmId}::bigint], array[${rules}::bigint])`);
  }
  tx.atPosition(
    (position) => sql`select add_messages(
      array[${tx.realmId}::bigint], array[${position(place)}], ${ordinals}::bigint[], ${builtColumns([letter])}
    )`,
  );
  await attachFiles(tx, letter.files ?? [], place);
  return place;
};
