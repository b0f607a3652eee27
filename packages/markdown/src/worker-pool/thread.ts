/* oxlint-disable unicorn/require-post-message-target-origin -- a thread has no origin */
import { Worker } from 'node:worker_threads';
import type { Answer, Question, Reply } from './protocol.ts';

/** Why a text was not rendered. */
export class RenderRefused extends Error {
  readonly reason: 'too slow' | 'failed' | 'closed';

  constructor(reason: RenderRefused['reason'], options?: ErrorOptions) {
    super(`Rendering was refused: ${reason}`, options);
    this.name = 'RenderRefused';
    this.reason = reason;
  }
}

export interface Task {
  question: Question;
  budgetMs: number;
  resolve: (reply: Reply) => void;
  reject: (error: RenderRefused) => void;
}

export interface Hooks {
  idle: () => void;
  /** The task has used up its time; it belongs to the pool again. */
  late: (task: Task) => void;
  ended: (everReady: boolean) => void;
}

/** One thread and the task it works on. */
export class Thread {
  readonly #worker: Worker;
  readonly #hooks: Hooks;
  readonly #started = Promise.withResolvers<void>();
  #state: 'starting' | 'ready' | 'stopped' = 'starting';
  #everReady = false;
  #task: Task | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(program: URL, hooks: Hooks) {
    this.#hooks = hooks;
    this.#worker = new Worker(program);
    this.#worker.on('message', (answer: Answer) => this.#take(answer));
    this.#worker.on('error', (cause) => this.#fail({ cause }));
    this.#worker.on('exit', () => {
      this.#state = 'stopped';
      this.#started.resolve();
      this.#fail();
      hooks.ended(this.#everReady);
    });
  }

  /** Settled once the thread can work, or has ended without. */
  get started(): Promise<void> {
    return this.#started.promise;
  }

  get isIdle(): boolean {
    return this.#state === 'ready' && this.#task === undefined;
  }

  get isStarting(): boolean {
    return this.#state === 'starting';
  }

  work(task: Task): void {
    this.#task = task;
    this.#worker.ref();
    this.#timer = setTimeout(() => {
      this.#release();
      this.#hooks.late(task);
    }, task.budgetMs);
    this.#worker.postMessage(task.question);
  }

  async stop(): Promise<void> {
    this.#state = 'stopped';
    this.#release()?.reject(new RenderRefused('closed'));
    await this.#worker.terminate();
  }

  #take(answer: Answer): void {
    if (this.#state === 'stopped') return;
    switch (answer.kind) {
      case 'ready':
        this.#state = 'ready';
        this.#everReady = true;
        this.#started.resolve();
        // Until now texts may have been waiting for it; from now on only work keeps the process alive.
        this.#worker.unref();
        break;
      case 'rendered':
      case 'measured':
        this.#release()?.resolve(answer);
        break;
      case 'failed':
        this.#fail({ cause: answer.message });
        break;
    }
    this.#hooks.idle();
  }

  #fail(options?: ErrorOptions): void {
    this.#release()?.reject(new RenderRefused('failed', options));
  }

  #release(): Task | undefined {
    clearTimeout(this.#timer);
    const task = this.#task;
    this.#task = undefined;
    this.#worker.unref();
    return task;
  }
}
