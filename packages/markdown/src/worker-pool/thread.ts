/* oxlint-disable unicorn/require-post-message-target-origin -- a thread has no origin */
import { Worker } from 'node:worker_threads';
import type { Answer } from './answer-questions.ts';

/** Why a task was not done. */
export class TaskRefusedError extends Error {
  override name = 'TaskRefusedError';
  readonly reason: 'too slow' | 'failed' | 'closed';

  constructor(reason: TaskRefusedError['reason'], options?: ErrorOptions) {
    super(`The task was refused: ${reason}`, options);
    this.reason = reason;
  }
}

export interface Task<Question, Reply> {
  question: Question;
  budgetMs: number;
  resolve: (reply: Reply) => void;
  reject: (error: TaskRefusedError) => void;
}

export interface Hooks<Question, Reply> {
  idle: () => void;
  /** The task has used up its time; it belongs to the pool again. */
  late: (task: Task<Question, Reply>) => void;
  ended: (everReady: boolean) => void;
}

/** One thread and the task it works on. */
export class Thread<Question, Reply> {
  readonly #worker: Worker;
  readonly #hooks: Hooks<Question, Reply>;
  readonly #started = Promise.withResolvers<void>();
  #state: 'starting' | 'ready' | 'stopped' = 'starting';
  #everReady = false;
  #task: Task<Question, Reply> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(program: URL, hooks: Hooks<Question, Reply>) {
    this.#hooks = hooks;
    this.#worker = new Worker(program);
    this.#worker.on('message', (answer: Answer<Reply>) => this.#take(answer));
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

  work(task: Task<Question, Reply>): void {
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
    this.#release()?.reject(new TaskRefusedError('closed'));
    await this.#worker.terminate();
  }

  #take(answer: Answer<Reply>): void {
    if (this.#state === 'stopped') return;
    switch (answer.kind) {
      case 'ready':
        this.#state = 'ready';
        this.#everReady = true;
        this.#started.resolve();
        // Until now tasks may have been waiting for it; from now on only work keeps the process alive.
        this.#worker.unref();
        break;
      case 'reply':
        this.#release()?.resolve(answer.reply);
        break;
      case 'failed':
        this.#fail({ cause: answer.message });
        break;
    }
    this.#hooks.idle();
  }

  #fail(options?: ErrorOptions): void {
    this.#release()?.reject(new TaskRefusedError('failed', options));
  }

  #release(): Task<Question, Reply> | undefined {
    clearTimeout(this.#timer);
    const task = this.#task;
    this.#task = undefined;
    this.#worker.unref();
    return task;
  }
}
