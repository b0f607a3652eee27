import { TaskRefusedError, ThreadPool } from '@parley/markdown/worker-pool';
import { badRequest } from '../../engine/api-error.ts';
import type { Clock, Random } from '../../engine/clock.ts';
import type { Share } from '../../engine/turns/share.ts';
import { createThreadTurns } from '../../engine/turns/thread-turns.ts';
import {
  composeDelivery,
  composedDeliveryOf,
  type ComposeReply,
  type ComposedDelivery,
  type RawDelivery,
} from './compose-delivery.ts';
import type { ComposeQuestion } from './compose-thread.ts';
import type { Integration } from './integration.ts';

/** Composes messages about deliveries, about larger ones in threads, in which organizations take turns. */
export type WebhookComposer = {
  compose(share: Share, integration: Integration, delivery: RawDelivery): Promise<ComposedDelivery>;
  close(): Promise<void>;
};

const THREAD = new URL('./compose-thread.ts', import.meta.url);
const THREADS = 2;
/** Processor time; the largest payloads of services take a hundredth of it. */
const COMPOSE_BUDGET_MS = 1_000;
/** Smaller deliveries take a tenth of a millisecond, and a few if they are hostile: less than a thread would. */
const MAX_AT_ONCE_BYTES = 4_096;

/** Tests give a program and a budget of their own. */
export function createWebhookComposer(
  clock: Clock,
  random: Random,
  { program = THREAD, budgetMs = COMPOSE_BUDGET_MS } = {},
): WebhookComposer {
  const pool = new ThreadPool<ComposeQuestion, ComposeReply>(program, THREADS);
  const turns = createThreadTurns(THREADS, clock, random);
  return {
    compose: async (share, integration, delivery) => {
      if (isSmall(delivery)) return composedDeliveryOf(composeDelivery(integration, delivery));
      const question = { ...delivery, integration: integration.name };
      const reply = await turns
        .run(share, () => pool.ask(question, budgetMs))
        .catch((error: unknown) => {
          throw error instanceof TaskRefusedError && error.reason === 'too slow'
            ? badRequest('The payload takes too long to convert.')
            : error;
        });
      return composedDeliveryOf(reply);
    },
    close: async () => {
      turns.close();
      await pool.close();
    },
  };
}

function isSmall({ body, options }: RawDelivery): boolean {
  return (body?.bytes.length ?? 0) + JSON.stringify(options).length <= MAX_AT_ONCE_BYTES;
}
