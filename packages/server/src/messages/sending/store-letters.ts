import type { Clock } from '../../clock.ts';
import { bigintList, textList } from '../../db/binary-list.ts';
import type { Pool } from '../../db/pool.ts';
import { isAway, isHeldUp } from '../../db/problems.ts';
import { committing } from '../../db/settle.ts';
import { eventRow } from '../../log/entry.ts';
import { columnsOf, isForListeners, readFromStart } from './letter.ts';
import type { StoreLetters } from './outbox.ts';

const STATEMENT = `select send_messages(${Array.from({ length: 24 }, (_, n) => `$${n + 1}`).join(', ')}) as ids`;

/** One statement, and thereby one transaction. */
export const storeLetters =
  (pool: Pool, clock: Pick<Clock, 'monotonic'>): StoreLetters =>
  async (addressed) => {
    const letters = addressed.map(({ letter }) => letter);
    const rows = letters.map(({ audience, event }) => eventRow(audience, event));
    const client = await pool.connect();
    let broken: Error | undefined;
    try {
      const values = [
        bigintList(addressed.map(({ realmId }) => realmId)),
        bigintList(letters.map(({ rules }) => rules)),
        textList(rows.map((row) => row.audience)),
        textList(rows.map((row) => row.event)),
        letters.map(isForListeners),
        ...readFromStart(letters),
        ...columnsOf(letters),
      ];
      const { rows: answer } = await committing(client, clock, () =>
        client.query<{ ids: number[] }>({ name: 'send-messages', text: STATEMENT, values }),
      );
      return answer[0]?.ids ?? [];
    } catch (error) {
      if (isAway(error) && !isHeldUp(error))
        broken = error instanceof Error ? error : new Error('the connection is broken');
      throw error;
    } finally {
      client.release(broken);
    }
  };
