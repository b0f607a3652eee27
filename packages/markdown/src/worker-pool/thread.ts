/* oxlint-disable unicorn/require-post-message-target-origin -- a thread has no origin */
import { Worker } from 'node:worker_threads';
import type { Answer } from './answer-questions.ts';

/** The reason for which a task was not done. */
export class TaskRefusedError extends Error {
  override name = 'TaskRefusedError';
  readonly reason: 'too slow' | 'failed' | 'no thread' | 'closed';

  constructor(reason: TaskRefusedError['reason'], options?: ErrorOptions) {
    super(`The task was refused: ${reason}`, options);
    this.reason = reason;
  }
}

/** Tasks that take longer are measured; most take a few milliseconds. */
const MEASURED_AFTER_MS = 50;
/** A task that waits instead of working is given up after this multiple of its budget. */
const MAX_WAIT_IN_BUDGETS = 20;

export type Task<Question, Reply> = {
  readonly question: Question;
  /** Processor time: a busy machine makes no task slow. */
  readonly budgetMs: number;
  readonly resolve: (reply: Reply) => void;
  readonly reject: (error: TaskRefusedError) => void;
};

export type Hooks<Question, Reply> = {
  readonly idle: () => void;
  /** The task has used up its time; it belongs to the pool again. */
  readonly late: (task: Task<Question, Reply>) => void;
  readonly ended: (everReady: boolean) => void;
};

/** One thread and the task it works on. */
export class Thread<Question, Reply> {
  readonly #worker: Worker;
  readonly #hooks: Hooks<Question, Reply>;
  readonly #started = Promise.withResolvers<void>();
  #state: 'starting' | 'ready' | 'stopped' = 'starting';
  #everReady = false;
  #task: Task<Question, Reply> | undefined;
  #measuring: NodeJS.Timeout | undefined;
  #limit: NodeJS.Timeout | undefined;

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

  get isRunning(): boolean {
    return this.#state !== 'stopped';
  }

  get isStarting(): boolean {
    return this.#state === 'starting';
  }

  work(task: Task<Question, Reply>): void {
    this.#task = task;
    this.#worker.ref();
    this.#measuring = setTimeout(() => void this.#measure(task), MEASURED_AFTER_MS);
    this.#limit = setTimeout(() => this.#giveUp(task), task.budgetMs * MAX_WAIT_IN_BUDGETS);
    this.#worker.postMessage(task.question);
  }

  /** Gives up a task that uses more processor time than its budget from now on. */
  async #measure(task: Task<Question, Reply>, from?: number): Promise<void> {
    const used = await this.#cpuMs();
    if (this.#task !== task || used === undefined) return;
    const left = task.budgetMs - (used - (from ?? used));
    if (left <= 0) this.#giveUp(task);
    else this.#measuring = setTimeout(() => void this.#measure(task, from ?? used), left);
  }

  /** Processor time of the thread; undefined after its end. */
  async #cpuMs(): Promise<number | undefined> {
    try {
      const { user, system } = await this.#worker.cpuUsage();
      return (user + system) / 1_000;
    } catch {
      return undefined;
    }
  }

  #giveUp(task: Task<Question, Reply>): void {
    if (this.#task !== task) return;
    this.#release();
    this.#hooks.late(task);
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
    clearTimeout(this.#measuring);
    clearTimeout(this.#limit);
    const task = this.#task;
    this.#task = undefined;
    this.#worker.unref();
    return task;
  }
}
