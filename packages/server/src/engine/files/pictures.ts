import { fork, type ChildProcess } from 'node:child_process';
import type { Clock } from '../clock.ts';

/** Decodes and scales pictures in a child process, so that a malicious file can crash only that process. */
export type Pictures = {
  /** Returns undefined if the file is not a picture, or exceeds the limits. */
  make(source: PictureSource, outputs: readonly PictureOutput[]): Promise<ProcessedPicture | undefined>;
  close(): void;
};

/** Bytes, or the path of a local file. */
export type PictureSource = Uint8Array | string;

/** A scaled copy: inside the box, or covering it and cropped. Never larger than the original. */
export type PictureOutput = {
  readonly width: number;
  readonly height: number;
  readonly fit: 'inside' | 'cover';
  readonly format: 'webp' | 'png';
  /** Whether an animated original stays animated; otherwise the copy is its first frame. */
  readonly animated: boolean;
};

export type ProcessedPicture = {
  /** The width after applying the EXIF orientation. */
  readonly width: number;
  readonly height: number;
  /** The detected format, independent of the file name: `png`, `jpeg`, `gif`, `webp`, … */
  readonly format: string;
  readonly frames: number;
  /** In the order of the outputs. */
  readonly copies: readonly Uint8Array[];
};

export type PictureJob = {
  readonly id: number;
  readonly source: PictureSource;
  readonly outputs: readonly PictureOutput[];
};
export type PictureResult = { readonly id: number; readonly picture: ProcessedPicture | undefined };

type Waiting = PictureJob & { readonly resolve: (picture: ProcessedPicture | undefined) => void };

const PROCESS = new URL('./picture-process.ts', import.meta.url);
/** A picture that takes longer is abandoned, and its process is killed. */
const JOB_TIMEOUT_MS = 20_000;
/** Further pictures are refused. */
const MAX_WAITING = 64;
/** An idle process is ended to free its memory. */
const IDLE_TIMEOUT_MS = 60_000;

export function createPictures(clock: Clock): Pictures {
  const waiting: Waiting[] = [];
  let child: ChildProcess | undefined;
  let current: Waiting | undefined;
  let cancel = (): void => {};
  let count = 0;

  const end = (): void => {
    cancel();
    const ended = child;
    child = undefined;
    ended?.kill('SIGKILL');
  };

  const finish = (picture: ProcessedPicture | undefined): void => {
    cancel();
    const done = current;
    current = undefined;
    done?.resolve(picture);
    next();
  };

  const start = (): ChildProcess => {
    // The environment contains secrets, so it is not passed on.
    const started = fork(PROCESS, [], { env: {}, execArgv: [], serialization: 'advanced', stdio: 'ignore' });
    started.on('message', (delivery) => {
      const { id, picture } = delivery as PictureResult;
      if (child === started && id === current?.id) finish(picture);
    });
    const onExit = (): void => {
      if (child !== started) return;
      child = undefined;
      finish(undefined);
    };
    started.on('exit', onExit);
    started.on('error', onExit);
    started.unref();
    started.channel?.unref();
    return started;
  };

  const next = (): void => {
    if (current !== undefined) return;
    current = waiting.shift();
    if (current === undefined) {
      if (child !== undefined) cancel = clock.after(IDLE_TIMEOUT_MS, end);
      return;
    }
    const { id, source, outputs } = current;
    child ??= start();
    cancel = clock.after(JOB_TIMEOUT_MS, () => {
      end();
      finish(undefined);
    });
    child.send({ id, source, outputs } satisfies PictureJob);
  };

  return {
    make: (source, outputs) =>
      new Promise((resolve) => {
        if (waiting.length >= MAX_WAITING) {
          resolve(undefined);
          return;
        }
        count += 1;
        waiting.push({ id: count, source, outputs, resolve });
        if (current === undefined) {
          cancel();
          next();
        }
      }),
    close: () => {
      const abandoned = [...(current === undefined ? [] : [current]), ...waiting.splice(0)];
      current = undefined;
      end();
      for (const { resolve } of abandoned) resolve(undefined);
    },
  };
}
