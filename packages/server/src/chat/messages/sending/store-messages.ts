import type { Clock } from '../../../engine/clock.ts';
import { bigintList, textList } from '../../../engine/db/binary-list.ts';
import type { Pool } from '../../../engine/db/pool.ts';
import { isUnavailable, isLockTimeout } from '../../../engine/db/errors.ts';
import { runCommit } from '../../../engine/db/lost-commit.ts';
import { eventRow } from '../../../engine/log/entry.ts';
import { columnsOf, isForListeners, readFromStart } from './outgoing-message.ts';
import type { StoreMessages } from './outbox.ts';

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
