import { sql } from '../../../engine/db/sql.ts';
import type { Tx } from '../../../engine/db/tx.ts';
import { attachFiles } from '../../uploads/attach.ts';
import { builtColumns, isForListeners, readFromStart, type OutgoingMessage } from './outgoing-message.ts';

/**
 * Sends a message as part of a larger transaction. Its conversation stays locked until the commit. After the commit,
 * `tx.placed` returns the id of the message for the returned value.
 */
export async function addMessage(tx: Tx, outgoing: OutgoingMessage): Promise<number> {
  const row = await tx.first(
    sql<{
      ordinals: number[];
    }>`select reserve_ordinals(array[${tx.realmId}::bigint], array[${outgoing.homeId}::bigint]) as ordinals`,
  );
  const ordinals = row?.ordinals ?? [];
  await tx.all(
    sql`select check_public(
      array[${tx.realmId}::bigint], array[${outgoing.channelId}::bigint], array[${isForListeners(outgoing)}::boolean]
    )`,
  );
  const [at, users] = readFromStart([outgoing]);
  await tx.all(
    sql`select read_from_start(
      array[${tx.realmId}::bigint], array[${outgoing.homeId}::bigint], array[${outgoing.channelId}::bigint], ${ordinals}::bigint[],
      ${at}::integer[], ${users}::bigint[]
    )`,
  );
  const added = tx.emit(outgoing.audience, outgoing.event);
  if (outgoing.accessVersion !== undefined) {
    const { accessVersion } = outgoing;
    tx.atPosition(
      () => sql`select check_access_version(array[${tx.realmId}::bigint], array[${accessVersion}::bigint])`,
    );
  }
  tx.atPosition(
    (position) => sql`select add_messages(
      array[${tx.realmId}::bigint], array[${position(added)}], ${ordinals}::bigint[], ${builtColumns([outgoing])}
    )`,
  );
  await attachFiles(tx, outgoing.files ?? [], added);
  return added;
}
