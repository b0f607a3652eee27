import type { RenderContext } from '../context.ts';
import type { RenderResult } from '../result.ts';
import { renderShort } from '../short.ts';
import type { Question, Reply } from './protocol.ts';
import { RenderRefused, Thread, type Task } from './thread.ts';

export { RenderRefused } from './thread.ts';

export interface RenderPoolOptions {
  /** Threads at most. The caller gives the pool no more tasks at once. */
  size: number;
  /** A text that takes longer is given up, and its thread with it. */
  budgetMs?: number;
  /** The program of a thread; only tests give their own. */
  program?: URL;
}

/** How long a text waits for a busy thread before another one is started: most texts take a few milliseconds. */
const ANOTHER_THREAD_AFTER_MS = 50;
const RENDER_BUDGET_MS = 1_000;
/** Real time, many times the processor time that a linkifier may take: a busy machine must not make it slow. */
const MEASURE_BUDGET_MS = 10_000;
/** A thread that cannot even start must not be started over and over. */
const PAUSE_AFTER_FAILURE_MS = 1_000;

/**
 * Renders in threads of their own, so that no text can hold up the event loop. A thread works on one text at a time, so
 * a text that exceeds the budget takes no other one with it. A thread takes 40 MB: the first one starts with the first text
 * that needs it, another one when a text waits for the others.
 */
export class RenderPool {
  readonly #size: number;
  readonly #budgetMs: number;
  readonly #program: URL;
  readonly #threads: Thread[] = [];
  readonly #waiting: Task[] = [];
  #another: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: RenderPoolOptions) {
    this.#size = options.size;
    this.#budgetMs = options.budgetMs ?? RENDER_BUDGET_MS;
    this.#program = options.program ?? new URL('worker.ts', import.meta.url);
  }

  /** The result of a text that needs no thread. */
  renderAtOnce(content: string, context: RenderContext = {}): RenderResult | undefined {
    return renderShort(content, context);
  }

  async render(content: string, context: RenderContext = {}): Promise<RenderResult> {
    const reply = await this.#ask({ kind: 'render', content, context }, this.#budgetMs);
    if (reply.kind !== 'rendered') throw new RenderRefused('failed');
    return reply.result;
  }

  /** Whether a linkifier takes more processor time than this for some text of the greatest length. */
  async isSlowLinkifier(pattern: string, limitMs: number): Promise<boolean> {
    const reply = await this.#ask({ kind: 'measure', pattern, limitMs }, MEASURE_BUDGET_MS);
    if (reply.kind !== 'measured') throw new RenderRefused('failed');
    return reply.isSlow;
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const task of this.#waiting.splice(0)) task.reject(new RenderRefused('closed'));
    await Promise.all(this.#threads.splice(0).map((thread) => thread.stop()));
  }

  #ask(question: Question, budgetMs: number): Promise<Reply> {
    if (this.#closed) return Promise.reject(new RenderRefused('closed'));
    const { promise, resolve, reject } = Promise.withResolvers<Reply>();
    this.#waiting.push({ question, budgetMs, resolve, reject });
    this.#handOut();
    return promise;
  }

  #handOut(): void {
    for (const thread of this.#threads) {
      if (!thread.isIdle) continue;
      const task = this.#waiting.shift();
      if (task === undefined) break;
      thread.work(task);
    }
    if (this.#waiting.length === 0) return;
    if (this.#threads.length === 0) this.#startAnother();
    else this.#another ??= setTimeout(() => this.#startAnother(), ANOTHER_THREAD_AFTER_MS).unref();
  }

  #startAnother(): void {
    clearTimeout(this.#another);
    this.#another = undefined;
    const isStarting = this.#threads.some((thread) => thread.isStarting);
    if (this.#closed || isStarting || this.#waiting.length === 0 || this.#threads.length >= this.#size)
      return;
    this.#threads.push(this.#startThread());
  }

  #startThread(): Thread {
    const thread = new Thread(this.#program, {
      idle: () => this.#handOut(),
      late: (task) => this.#giveUp(thread, task),
      ended: (everReady) => {
        if (everReady) this.#replace(thread);
        else setTimeout(() => this.#replace(thread), PAUSE_AFTER_FAILURE_MS).unref();
      },
    });
    return thread;
  }

  /** The late task is refused when the next thread can work: its author waits for that one, and nobody else. */
  #giveUp(thread: Thread, task: Task): void {
    const replacement = this.#replace(thread);
    void thread.stop();
    const refuse = (): void => task.reject(new RenderRefused('too slow'));
    if (replacement === undefined) refuse();
    else void replacement.started.then(refuse);
  }

  #replace(ended: Thread): Thread | undefined {
    const place = this.#threads.indexOf(ended);
    if (this.#closed || place === -1) return undefined;
    return (this.#threads[place] = this.#startThread());
  }
}
