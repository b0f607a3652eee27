import type { Clock } from '../../../engine/clock.ts';
import { bigintList, textList } from '../../../engine/db/binary-list.ts';
import type { Pool } from '../../../engine/db/pool.ts';
import { isUnavailable, isLockTimeout } from '../../../engine/db/errors.ts';
import { runCommit } from '../../../engine/db/lost-commit.ts';
import { eventRow } from '../../../engine/log/entry.ts';
import { sql } from '../../../engine/db/sql.ts';
import type { Tx } from '../../../engine/db/tx.ts';
import { attachFiles } from '../../uploads/attach.ts';
import {
  builtColumns,
  columnsOf,
  isForListeners,
  readFromStart,
  type OutgoingMessage,
  type StoreMessages,
} from './outgoing-message.ts';

const STATEMENT = `select send_messages(${Array.from({ length: 24 }, (_, n) => `$${n + 1}`).join(', ')}) as ids`;

/** Stores a batch with one statement, and thereby in one transaction. */
export function storeMessages(pool: Pool, clock: Pick<Clock, 'monotonic'>): StoreMessages {
  return async (addressed) => {
    const outgoingMessages = addressed.map(({ outgoing }) => outgoing);
    const rows = outgoingMessages.map(({ audience, event }) => eventRow(audience, event));
    const client = await pool.connect();
    let broken: Error | undefined;
    try {
      const values = [
        bigintList(addressed.map(({ realmId }) => realmId)),
        bigintList(outgoingMessages.map(({ accessVersion }) => accessVersion)),
        textList(rows.map((row) => row.audience)),
        textList(rows.map((row) => row.event)),
        outgoingMessages.map(isForListeners),
        ...readFromStart(outgoingMessages),
        ...columnsOf(outgoingMessages),
      ];
      const { rows: result } = await runCommit(client, clock, () =>
        client.query<{ ids: number[] }>({ name: 'send-messages', text: STATEMENT, values }),
      );
      return result[0]?.ids ?? [];
    } catch (error) {
      if (isUnavailable(error) && !isLockTimeout(error))
        broken = error instanceof Error ? error : new Error('The database connection is broken.');
      throw error;
    } finally {
      client.release(broken);
    }
  };
}

/**
 * Sends a message as part of a larger transaction. Its conversation stays locked until the commit. After the commit,
 * `tx.placed` returns the id of the message for the returned value.
 */
export async function addMessage(tx: Tx, outgoing: OutgoingMessage): Promise<number> {
  const { homeId, channelId, accessVersion = null } = outgoing;
  const [at, users] = readFromStart([outgoing]);
  const row = await tx.first(
    sql<{ ordinals: number[] }>`select begin_messages(
      array[${tx.realmId}::bigint], array[${homeId}::bigint], array[${channelId}::bigint],
      array[${isForListeners(outgoing)}::boolean], ${at}::integer[], ${users}::bigint[]
    ) as ordinals`,
  );
  const added = tx.emit(outgoing.audience, outgoing.event);
  tx.atPosition(
    (position) => sql`select finish_messages(
      array[${tx.realmId}::bigint], array[${position(added)}], ${row?.ordinals ?? []}::bigint[],
      array[${accessVersion}::bigint], ${builtColumns([outgoing])}
    )`,
  );
  await attachFiles(tx, outgoing.files ?? [], added);
  return added;
}
