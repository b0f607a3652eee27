import type { Clock } from '../../clock.ts';
import type { Pool } from '../../db/pool.ts';
import { Lost } from '../../db/problems.ts';
import { settle } from '../../db/settle.ts';
import { sql, type Reader } from '../../db/sql.ts';
import { eventRow } from '../../log/entry.ts';
import type { Letter } from './letter.ts';
import type { Outbox } from './outbox.ts';

/**
 * An outbox that finds out what became of a letter when the answer was lost. Only of one without a key: its sender
 * would send it a second time, whereas a key makes repeating safe, and sooner done.
 */
export const settledOutbox = (
  outbox: Outbox,
  pool: Pool,
  clock: Pick<Clock, 'monotonic' | 'after'>,
): Outbox => ({
  send: async (realmId, letter) => {
    try {
      return await outbox.send(realmId, letter);
    } catch (error) {
      if (!(error instanceof Lost) || letter.key !== undefined) throw error;
      const id = await settle(pool, clock, error.backend, () => idOf(pool, realmId, letter));
      if (id === undefined) throw error;
      return id;
    }
  },
});

/** The message of this person, moment and place whose event says the same. */
const idOf = async (
  reader: Reader,
  realmId: number,
  { senderId, homeId, sentAt, audience, event }: Letter,
): Promise<number | undefined> => {
  const row = await reader.first(
    sql<{ id: number }>`select id from message
      join log_entry on log_entry.realm_id = message.realm_id and log_entry.position = message.id
      where message.realm_id = ${realmId} and sender_id = ${senderId} and home_id = ${homeId}
        and sent_at = to_timestamp(${sentAt / 1000}::float8) and event = ${eventRow(audience, event).event}`,
  );
  return row?.id;
};
