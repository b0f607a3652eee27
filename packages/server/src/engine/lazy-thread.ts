/* oxlint-disable unicorn/require-post-message-target-origin -- a thread has no origin */
import { Worker } from 'node:worker_threads';

/** A thread that starts with its first task, and with the next one after it has ended. */
export type LazyThread<Task> = {
  post(task: Task): void;
  /** Milliseconds of processor time that the thread has used; answered while it works, rejected when it does not run. */
  cpuMs(): Promise<number>;
  /** Ends the thread. */
  close(): void;
};

/** `onEnd` is called when the thread has ended, by itself or by `close`; tasks that wait then get no answer. */
export function createLazyThread<Task>(
  program: URL,
  onAnswer: (answer: never) => void,
  onEnd: () => void,
): LazyThread<Task> {
  let thread: Worker | undefined;

  const forget = (): void => {
    thread = undefined;
    onEnd();
  };

  const start = (): Worker => {
    const started = new Worker(program);
    started.on('message', (answer) => {
      onAnswer(answer as never);
    });
    started.on('error', () => {});
    started.on('exit', () => {
      if (thread === started) forget();
    });
    // A thread without work does not keep the process alive.
    started.unref();
    return started;
  };

  return {
    post: (task) => {
      thread ??= start();
      thread.postMessage(task);
    },
    cpuMs: async () => {
      if (thread === undefined) return 0;
      const { user, system } = await thread.cpuUsage();
      return (user + system) / 1_000;
    },
    close: () => {
      const ended = thread;
      forget();
      void ended?.terminate();
    },
  };
}
