import { availableParallelism } from 'node:os';
import type { RenderContext, RenderResult } from '@parley/markdown';
import { RenderPool, TaskRefusedError } from '@parley/markdown/worker-pool';
import { badRequest } from '../../../engine/api-error.ts';
import type { Clock, Random } from '../../../engine/clock.ts';
import type { Share } from '../../../engine/turns/share.ts';
import { createThreadTurns } from '../../../engine/turns/thread-turns.ts';

/** Renders texts in threads, in which organizations take turns. */
export type Renderer = {
  render(share: Share, content: string, context: RenderContext): Promise<RenderResult>;
  /** Whether a linkifier takes too long for some text of the greatest length. */
  isSlowLinkifier(share: Share, pattern: string): Promise<boolean>;
  close(): Promise<void>;
};

const MIN_THREADS = 2;
const MAX_THREADS = 4;
/** Processor time for a text of the greatest length; usual patterns take a tenth of it. */
const MAX_LINKIFIER_COST_MS = 150;

export function createRenderer(clock: Clock, random: Random): Renderer {
  const threads = Math.min(Math.max(availableParallelism() - 1, MIN_THREADS), MAX_THREADS);
  const pool = new RenderPool({ size: threads });
  const turns = createThreadTurns(threads, clock, random);
  return {
    render: async (share, content, context) =>
      pool.renderAtOnce(content, context) ??
      turns
        .run(share, () => pool.render(content, context))
        .catch((error: unknown) => {
          throw isFaultOfText(error) ? badRequest('The message cannot be rendered.') : error;
        }),
    isSlowLinkifier: (share, pattern) =>
      turns
        .run(share, () => pool.isSlowLinkifier(pattern, MAX_LINKIFIER_COST_MS))
        .catch((error: unknown) => {
          if (isFaultOfText(error)) return true;
          throw error;
        }),
    close: async () => {
      turns.close();
      await pool.close();
    },
  };
}

/** A text or pattern that takes too long, or makes the renderer fail, is refused. */
function isFaultOfText(error: unknown): boolean {
  return error instanceof TaskRefusedError && (error.reason === 'too slow' || error.reason === 'failed');
}
