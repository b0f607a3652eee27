import type { Clock, Random } from '../../../engine/clock.ts';
import type { VersionedCache } from '../../../engine/db/versioned-cache.ts';
import type { Pool } from '../../../engine/db/pool.ts';
import type { Reader } from '../../../engine/db/sql.ts';
import type { WakeUp } from '../../../engine/db/tx.ts';
import type { Metrics } from '../../../engine/metrics/metrics.ts';
import { createRenderer, type Renderer } from '../rendering/renderer.ts';
import { createOutbox } from './outbox.ts';
import type { Outbox } from './outgoing-message.ts';
import { createChannelContexts, type ChannelContexts } from './context.ts';
import { createKeyedLock, settledOutbox, type KeyedLock } from './retries.ts';
import { storeMessages } from './store.ts';
import { createVocabularies, type VocabularyVersions, type Vocabulary } from '../rendering/vocabulary.ts';

/** Per-node state for sending messages. */
export type Sending = {
  readonly reader: Reader;
  readonly renderer: Renderer;
  readonly outbox: Outbox;
  readonly contexts: ChannelContexts;
  /** Serializes sends with the same key: a repeat waits for the first send. */
  readonly keyedLock: KeyedLock;
  vocabularyOf(realmId: number, versions: VocabularyVersions): Promise<Vocabulary>;
};

export function createSending(
  pool: Pool,
  wakeUp: WakeUp,
  metrics: Pick<Metrics, 'committed'>,
  cache: VersionedCache,
  clock: Clock,
  random: Random,
  epochToken: () => string | undefined,
): Sending & { close(): Promise<void> } {
  const renderer = createRenderer(clock, random);
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
    contexts: createChannelContexts(pool, cache),
    keyedLock: createKeyedLock(),
    vocabularyOf: createVocabularies(pool, epochToken),
    close: () => renderer.close(),
  };
}
