import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Clock } from '../clock.ts';
import { startConfinedProcess } from './confined-process.ts';
import type { PictureJob, PictureResult, ProcessedPicture } from './picture.ts';

/** A child process that decodes one picture at a time. It is started with its first picture. */
export type PictureWorker = {
  /** Returns undefined if the file is not a picture, exceeds the limits, or takes too long. */
  make(job: PictureJob): Promise<ProcessedPicture | undefined>;
  close(): void;
};

/** A picture that takes longer is abandoned, and its process is killed. */
const JOB_TIMEOUT_MS = 10_000;
/** An idle process is ended to free its memory. */
const IDLE_TIMEOUT_MS = 60_000;

const PROGRAM = fileURLToPath(new URL('./picture-process.ts', import.meta.url));

export function createPictureWorker(clock: Clock): PictureWorker {
  let child: ChildProcess | undefined;
  let finish: ((picture: ProcessedPicture | undefined) => void) | undefined;
  let cancelTimeout = (): void => {};
  let closed = false;

  const end = (): void => {
    cancelTimeout();
    const ended = child;
    child = undefined;
    ended?.kill('SIGKILL');
    finish?.(undefined);
  };

  const start = (): ChildProcess => {
    const started = startConfinedProcess(PROGRAM);
    const onEnd = (): void => {
      if (child === started) end();
    };
    started.on('message', (delivery) => {
      if (child === started) finish?.((delivery as PictureResult).picture);
    });
    started.on('exit', onEnd);
    started.on('error', onEnd);
    started.unref();
    started.channel?.unref();
    return started;
  };

  return {
    make: (job) =>
      new Promise((resolve) => {
        if (closed) {
          resolve(undefined);
          return;
        }
        cancelTimeout();
        child ??= start();
        finish = (picture) => {
          finish = undefined;
          cancelTimeout();
          if (child !== undefined) cancelTimeout = clock.after(IDLE_TIMEOUT_MS, end);
          resolve(picture);
        };
        cancelTimeout = clock.after(JOB_TIMEOUT_MS, end);
        child.send(job);
      }),
    close: () => {
      closed = true;
      end();
    },
  };
}
