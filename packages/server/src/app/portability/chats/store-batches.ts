import { pause } from '../../../engine/clock.ts';
import { addImportedMessages, type MessageToWrite, type Writing } from './write-messages.ts';
import { writePatiently } from './write-patiently.ts';

/** Messages of one transaction while people write too: it holds the head of the log, and they wait for it. */
const SMALL_BATCH = 50;
/** Time after the last entry of others in which people are still expected to write. */
const EXPECTED_MS = 5_000;
/** Rest after a transaction beside people, in times of its length. */
const REST = 3;

/**
 * Returns a function that stores messages: at full speed while nobody else writes to the organization, else in small
 * transactions with rests. Whether others write is seen in the positions of the log: those between two transactions are theirs.
 */
export function createStore(writing: Writing): (rows: readonly MessageToWrite[]) => Promise<void> {
  const { world, realmId } = writing;
  const { clock } = world;
  let next: number | undefined;
  let othersUntil = -Infinity;
  const arePeopleWriting = (): boolean => clock.monotonic() < othersUntil;

  const storeBatch = async (rows: readonly MessageToWrite[]): Promise<void> => {
    const begun = clock.monotonic();
    const placedAt = await writePatiently(world, realmId, async (tx) => {
      const first = await addImportedMessages(tx, writing, rows);
      return () => tx.placed(first);
    });
    const first = placedAt();
    if (next !== undefined && first > next) othersUntil = clock.monotonic() + EXPECTED_MS;
    next = first + rows.length;
    if (arePeopleWriting()) await pause(clock, REST * (clock.monotonic() - begun));
  };

  return async (rows) => {
    for (let at = 0; at < rows.length;) {
      const size = arePeopleWriting() ? SMALL_BATCH : rows.length;
      await storeBatch(rows.slice(at, at + size));
      at += size;
    }
  };
}
