import type { Connection } from '@parley/client/connection.ts';
import { registerQueue } from '@parley/contract/endpoints/queues.ts';
import { isBusy } from '@parley/test-support/patiently.ts';

const TRIES = 20;
const PAUSE_MS = 250;

/** Retries reads when the server is busy. Writes are sent once, because they may have taken effect. */
export function retryingWhenBusy(connection: Connection): Connection {
  return {
    call: async (endpoint, args, options) => {
      const isQuestion = endpoint.method === 'GET' || endpoint.id === registerQueue.id;
      for (let tries = 1; ; tries += 1)
        try {
          return await connection.call(endpoint, args, options);
        } catch (error) {
          if (!isBusy(error) || !isQuestion || tries === TRIES) throw error;
          await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
        }
    },
  };
}
