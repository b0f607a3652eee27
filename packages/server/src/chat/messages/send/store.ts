import type { Clock } from '../../../engine/clock.ts';
import { isUnavailable, isLockTimeout } from '../../../engine/db/errors.ts';
import { runCommit } from '../../../engine/db/lost-commit.ts';
import type { Pool } from '../../../engine/db/pool.ts';
import { sql } from '../../../engine/db/sql.ts';
import type { Tx } from '../../../engine/db/tx.ts';
import { insertPageJob } from '../../previews/page-jobs.ts';
import { attachFiles } from '../../uploads/attach.ts';
import { argumentsOf, BEGIN_COLUMNS, FINISH_COLUMNS, SEND_STATEMENT, sendValues } from './columns.ts';
import type { OutgoingMessage, StoreMessages } from './outgoing-message.ts';

/** Stores a batch with one statement, and thereby in one transaction. */
export function storeMessages(pool: Pool, clock: Pick<Clock, 'monotonic'>): StoreMessages {
  return async (batch) => {
    const values = sendValues(batch);
    const client = await pool.connect();
    let broken: Error | undefined;
    try {
      const { rows } = await runCommit(client, clock, () =>
        client.query<{ ids: number[] }>({ name: 'send-messages', text: SEND_STATEMENT, values }),
      );
      return rows[0]?.ids ?? [];
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
  const message = { realmId: tx.realmId, outgoing };
  const row = await tx.first(
    sql<{ ordinals: number[] }>`select begin_messages(${argumentsOf(BEGIN_COLUMNS, message)}) as ordinals`,
  );
  const added = tx.emit(outgoing.audience, outgoing.event);
  tx.atPosition(
    (position) => sql`select finish_messages(
      ids => array[${position(added)}], ordinals => ${row?.ordinals ?? []}::bigint[],
      ${argumentsOf(FINISH_COLUMNS, message)}
    )`,
  );
  if (outgoing.wantsPages === true) tx.atPosition((position) => insertPageJob(tx.realmId, position(added)));
  await attachFiles(tx, outgoing.files ?? [], added);
  return added;
}
