/* oxlint-disable unicorn/require-post-message-target-origin -- a thread has no origin */
import { Worker } from 'node:worker_threads';
import type { RenderContext } from '../context.ts';
import type { RenderResult } from '../result.ts';
import { renderShort } from '../short.ts';
import type { Answer, Question } from './protocol.ts';

export interface RenderPoolOptions {
  /** Threads. */
  size?: number;
  /** A text that takes longer is given up, and its thread with it. */
  budgetMs?: number;
  /** Texts that may wait for a thread. */
  mostWaiting?: number;
  /** The program of a thread; only tests give their own. */
  program?: URL;
}

/** Why a text was not rendered. */
export class RenderRefused extends Error {
  readonly reason: 'too slow' | 'too busy' | 'failed' | 'closed';

  constructor(reason: RenderRefused['reason'], options?: ErrorOptions) {
    super(`Rendering was refused: ${reason}`, options);
    this.name = 'RenderRefused';
    this.reason = reason;
  }
}

/**
 * Renders in threads of their own, so that no text can hold up the event loop. A thread works on one text
 * at a time: whoever exceeds the budget loses only their own.
 */
export class RenderPool {
  readonly #budgetMs: number;
  readonly #mostWaiting: number;
  readonly #program: URL;
  readonly #threads: Thread[] = [];
  readonly #waiting: Task[] = [];
  #closed = false;

  constructor(options: RenderPoolOptions = {}) {
    this.#budgetMs = options.budgetMs ?? 1_000;
    this.#mostWaiting = options.mostWaiting ?? 10_000;
    this.#program = options.program ?? new URL('worker.ts', import.meta.url);
    for (let count = 0; count < (options.size ?? 1); count++) this.#threads.push(this.#startThread());
  }

  render(content: string, context: RenderContext = {}): Promise<RenderResult> {
    const short = renderShort(content, context);
    if (short !== undefined) return Promise.resolve(short);
    if (this.#closed) return Promise.reject(new RenderRefused('closed'));
    if (this.#waiting.length >= this.#mostWaiting) return Promise.reject(new RenderRefused('too busy'));
    const { promise, resolve, reject } = Promise.withResolvers<RenderResult>();
    this.#waiting.push({ question: { content, context }, resolve, reject });
    this.#handOut();
    return promise;
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const task of this.#waiting.splice(0)) task.reject(new RenderRefused('closed'));
    await Promise.all(this.#threads.splice(0).map((thread) => thread.stop('closed')));
  }

  #handOut(): void {
    for (const thread of this.#threads) {
      if (!thread.isIdle) continue;
      const task = this.#waiting.shift();
      if (task === undefined) return;
      thread.work(task, this.#budgetMs);
    }
  }

  #startThread(): Thread {
    const thread = new Thread(this.#program, {
      idle: () => this.#handOut(),
      ended: (everWorked) => {
        if (everWorked) this.#replace(thread);
        else setTimeout(() => this.#replace(thread), pauseAfterFailureMs).unref();
      },
    });
    return thread;
  }

  #replace(ended: Thread): void {
    const place = this.#threads.indexOf(ended);
    if (!this.#closed && place !== -1) this.#threads[place] = this.#startThread();
  }
}

/** A thread that cannot even start must not be started over and over. */
const pauseAfterFailureMs = 1_000;

interface Hooks {
  idle: () => void;
  ended: (everWorked: boolean) => void;
}

interface Task {
  question: Question;
  resolve: (result: RenderResult) => void;
  reject: (error: RenderRefused) => void;
}

/** One thread and the text it works on. */
class Thread {
  readonly #worker: Worker;
  readonly #hooks: Hooks;
  #ready = false;
  #everReady = false;
  #task: Task | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(program: URL, hooks: Hooks) {
    this.#hooks = hooks;
    this.#worker = new Worker(program);
    this.#worker.on('message', (answer: Answer) => this.#take(answer));
    this.#worker.on('error', (cause) =>
      this.#finish((task) => task.reject(new RenderRefused('failed', { cause }))),
    );
    this.#worker.on('exit', () => {
      this.#finish((task) => task.reject(new RenderRefused('failed')));
      this.#ready = false;
      hooks.ended(this.#everReady);
    });
  }

  get isIdle(): boolean {
    return this.#ready && this.#task === undefined;
  }

  work(task: Task, budgetMs: number): void {
    this.#task = task;
    this.#worker.ref();
    this.#timer = setTimeout(() => void this.stop('too slow'), budgetMs);
    this.#worker.postMessage(task.question);
  }

  async stop(reason: RenderRefused['reason']): Promise<void> {
    this.#ready = false;
    this.#finish((task) => task.reject(new RenderRefused(reason)));
    await this.#worker.terminate();
  }

  #take(answer: Answer): void {
    switch (answer.kind) {
      case 'ready':
        this.#ready = true;
        this.#everReady = true;
        // Until now texts may have been waiting for it; from now on only work keeps the process alive.
        this.#worker.unref();
        break;
      case 'rendered':
        this.#finish((task) => task.resolve(answer.result));
        break;
      case 'failed':
        this.#finish((task) => task.reject(new RenderRefused('failed', { cause: answer.message })));
        break;
    }
    this.#hooks.idle();
  }

  #finish(settle: (task: Task) => void): void {
    clearTimeout(this.#timer);
    const task = this.#task;
    this.#task = undefined;
    this.#worker.unref();
    if (task !== undefined) settle(task);
  }
}
