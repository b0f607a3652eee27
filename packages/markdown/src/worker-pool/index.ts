import type { RenderContext } from '../context.ts';
import type { RenderResult } from '../result.ts';
import { renderShort } from '../render-short.ts';
import { ThreadPool } from './pool.ts';
import type { RenderQuestion, RenderReply } from './render-protocol.ts';
import { TaskRefusedError } from './thread.ts';

export { ThreadPool } from './pool.ts';
export { TaskRefusedError } from './thread.ts';

export type RenderPoolOptions = {
  /** Threads at most. The caller gives the pool no more tasks at once. */
  readonly size: number;
  /** A text that takes more processor time is given up, and its thread with it. */
  readonly budgetMs?: number;
  /** The program of a thread; only tests give their own. */
  readonly program?: URL;
};

const RENDER_BUDGET_MS = 1_000;
/** Many times the processor time that a linkifier may take. */
const MEASURE_BUDGET_MS = 10_000;

/** Renders in threads of 40 MB each. */
export class RenderPool {
  readonly #threads: ThreadPool<RenderQuestion, RenderReply>;
  readonly #budgetMs: number;

  constructor(options: RenderPoolOptions) {
    this.#threads = new ThreadPool(options.program ?? new URL('worker.ts', import.meta.url), options.size);
    this.#budgetMs = options.budgetMs ?? RENDER_BUDGET_MS;
  }

  /** The result of a text that needs no thread. */
  renderAtOnce(content: string, context: RenderContext = {}): RenderResult | undefined {
    return renderShort(content, context);
  }

  async render(content: string, context: RenderContext = {}): Promise<RenderResult> {
    const reply = await this.#threads.ask({ kind: 'render', content, context }, this.#budgetMs);
    if (reply.kind !== 'rendered') throw new TaskRefusedError('failed');
    return reply.result;
  }

  /** Whether a linkifier takes more processor time than this for some text of the greatest length. */
  async isSlowLinkifier(pattern: string, limitMs: number): Promise<boolean> {
    const reply = await this.#threads.ask({ kind: 'measure', pattern, limitMs }, MEASURE_BUDGET_MS);
    if (reply.kind !== 'measured') throw new TaskRefusedError('failed');
    return reply.isSlow;
  }

  close(): Promise<void> {
    return this.#threads.close();
  }
}
