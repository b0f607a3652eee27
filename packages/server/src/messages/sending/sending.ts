import { RenderPool } from '@parley/markdown/worker-pool';
import type { Clock } from '../../clock.ts';
import type { Memory } from '../../db/memory.ts';
import type { Pool } from '../../db/pool.ts';
import type { Reader } from '../../db/sql.ts';
import type { Poke } from '../../db/tx.ts';
import type { Metrics } from '../../metrics/metrics.ts';
import { createOneAtATime, type OneAtATime } from './one-at-a-time.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import { createPlaces, type Places } from './place.ts';
import { settledOutbox } from './settled-outbox.ts';
import { storeLetters } from './store-letters.ts';
import { createVocabularies, type Stamps, type Vocabulary } from './vocabulary.ts';

/** What sending messages needs of a node beyond the database. */
export type Sending = {
  readonly reader: Reader;
  readonly renderer: Pick<RenderPool, 'render'>;
  readonly outbox: Outbox;
  readonly places: Places;
  /** Repeats of a send wait for it instead of competing with it. */
  readonly oneAtATime: OneAtATime;
  vocabularyOf(realmId: number, stamps: Stamps): Promise<Vocabulary>;
};

export const createSending = (
  pool: Pool,
  poke: Poke,
  metrics: Pick<Metrics, 'committed'>,
  memory: Memory,
  clock: Pick<Clock, 'monotonic' | 'after'>,
): Sending & { close(): Promise<void> } => {
  const renderer = new RenderPool();
  const store = storeLetters(pool, clock);
  const outbox = createOutbox(
    async (letters) => {
      const ids = await store(letters);
      metrics.committed(letters.length);
      return ids;
    },
    poke,
    clock,
  );
  return {
    reader: pool,
    renderer,
    outbox: settledOutbox(outbox, pool, clock),
    places: createPlaces(pool, memory),
    oneAtATime: createOneAtATime(),
    vocabularyOf: createVocabularies(pool),
    close: () => renderer.close(),
  };
};
