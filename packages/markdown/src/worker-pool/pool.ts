import { TaskRefusedError, Thread, type Task } from './thread.ts';

/** A task waits this long for a busy thread before another one is started: most tasks take a few milliseconds. */
const ANOTHER_THREAD_AFTER_MS = 50;
/** A thread that cannot even start must not be started over and over. */
const PAUSE_AFTER_FAILURE_MS = 1_000;

/**
 * Threads for work that must not hold up the event loop. A thread works on one task at a time, so a task that exceeds its
 * budget takes no other one with it. The first thread starts with the first task, another one when a task waits for the
 * others. The program of a thread calls `answerQuestions`.
 */
export class ThreadPool<Question, Reply> {
  readonly #program: URL;
  readonly #size: number;
  readonly #threads: Thread<Question, Reply>[] = [];
  readonly #waiting: Task<Question, Reply>[] = [];
  #another: NodeJS.Timeout | undefined;
  #closed = false;

  /** The caller gives the pool no more than `size` tasks at once. */
  constructor(program: URL, size: number) {
    this.#program = program;
    this.#size = size;
  }

  /** Rejects with a `TaskRefusedError`; the thread of a task that takes longer than its budget is ended. */
  ask(question: Question, budgetMs: number): Promise<Reply> {
    if (this.#closed) return Promise.reject(new TaskRefusedError('closed'));
    const { promise, resolve, reject } = Promise.withResolvers<Reply>();
    this.#waiting.push({ question, budgetMs, resolve, reject });
    this.#handOut();
    return promise;
  }

  /** Ends threads without a task, which keep their memory; the next task starts another one. */
  async endIdle(): Promise<void> {
    const idle = this.#threads.filter((thread) => thread.isIdle);
    for (const thread of idle) this.#threads.splice(this.#threads.indexOf(thread), 1);
    await Promise.all(idle.map((thread) => thread.stop()));
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const task of this.#waiting.splice(0)) task.reject(new TaskRefusedError('closed'));
    await Promise.all(this.#threads.splice(0).map((thread) => thread.stop()));
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

  #startThread(): Thread<Question, Reply> {
    const thread = new Thread<Question, Reply>(this.#program, {
      idle: () => this.#handOut(),
      late: (task) => this.#giveUp(thread, task),
      ended: (everReady) => {
        if (everReady) this.#replace(thread);
        else {
          setTimeout(() => this.#replace(thread), PAUSE_AFTER_FAILURE_MS).unref();
          this.#refuseWithoutThread();
        }
      },
    });
    return thread;
  }

  /** Waiting tasks would have to wait for as long as threads fail to start. */
  #refuseWithoutThread(): void {
    if (this.#threads.some((thread) => thread.isRunning)) return;
    for (const task of this.#waiting.splice(0)) task.reject(new TaskRefusedError('no thread'));
  }

  /** The late task is refused when the next thread can work: only its author waits for that one. */
  #giveUp(thread: Thread<Question, Reply>, task: Task<Question, Reply>): void {
    const replacement = this.#replace(thread);
    void thread.stop();
    const refuse = (): void => task.reject(new TaskRefusedError('too slow'));
    if (replacement === undefined) refuse();
    else void replacement.started.then(refuse);
  }

  #replace(ended: Thread<Question, Reply>): Thread<Question, Reply> | undefined {
    const place = this.#threads.indexOf(ended);
    if (this.#closed || place === -1) return undefined;
    return (this.#threads[place] = this.#startThread());
  }
}
