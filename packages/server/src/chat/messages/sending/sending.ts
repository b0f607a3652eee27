import { RenderPool } from '@parley/markdown/worker-pool';
import type { Clock } from '../../../engine/clock.ts';
import type { VersionedCache } from '../../../engine/db/versioned-cache.ts';
import type { Pool } from '../../../engine/db/pool.ts';
import type { Reader } from '../../../engine/db/sql.ts';
import type { WakeUp } from '../../../engine/db/tx.ts';
import type { Metrics } from '../../../engine/metrics/metrics.ts';
import { createOneAtATime, type OneAtATime } from './one-at-a-time.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import { createChannelContexts, type ChannelContexts } from './channel-context.ts';
import { settledOutbox } from './settled-outbox.ts';
import { storeMessages } from './store-messages.ts';
import { createVocabularies, type Stamps, type Vocabulary } from './vocabulary.ts';

/** What sending messages needs of a node beyond the database. */
export type Sending = {
  readonly reader: Reader;
  readonly renderer: Pick<RenderPool, 'render'>;
  readonly outbox: Outbox;
  readonly contexts: ChannelContexts;
  /** Repeats of a send wait for it instead of competing with it. */
  readonly oneAtATime: OneAtATime;
  vocabularyOf(realmId: number, stamps: Stamps): Promise<Vocabulary>;
};

export function createSending(
  pool: Pool,
  wakeUp: WakeUp,
  metrics: Pick<Metrics, 'committed'>,
  memory: VersionedCache,
  clock: Pick<Clock, 'monotonic' | 'after'>,
): Sending & { close(): Promise<void> } {
  const renderer = new RenderPool();
  const store = storeMessages(pool, clock);
  const outbox = createOutbox(
    async (outgoingMessages) => {
      const ids = await store(outgoingMessages);
      metrics.committed(outgoingMessages.length);
      return ids;
    },
    wakeUp,
    clock,
  );
  return {
    reader: pool,
    renderer,
    outbox: settledOutbox(outbox, pool, clock),
    contexts: createChannelContexts(pool, memory),
    oneAtATime: createOneAtATime(),
    vocabularyOf: createVocabularies(pool),
    close: () => renderer.close(),
  };
}
