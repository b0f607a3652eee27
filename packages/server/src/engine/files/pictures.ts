import { fork, type ChildProcess } from 'node:child_process';
import type { Clock } from '../clock.ts';

/** Reads and scales pictures in a process of its own, which hostile ones may bring down without harm. */
export type Pictures = {
  /** Undefined: this is no picture, or none that can be read within the limits. */
  make(source: Source, outputs: readonly Output[]): Promise<Made | undefined>;
  close(): void;
};

/** Bytes at hand, or the path of a file on this machine. */
export type Source = Uint8Array | string;

/** A scaled copy: as large as fits into the box, or filling it and cut to its shape. Never larger than the original. */
export type Output = {
  readonly width: number;
  readonly height: number;
  readonly fit: 'inside' | 'cover';
  readonly format: 'webp' | 'png';
  /** Whether it moves if the original does. Otherwise it is the first frame. */
  readonly animated: boolean;
};

export type Made = {
  /** As it is shown: turned as the camera was held. */
  readonly width: number;
  readonly height: number;
  /** What it is in truth, whatever its name says: `png`, `jpeg`, `gif`, `webp`, … */
  readonly format: string;
  readonly frames: number;
  /** In the order of the outputs. */
  readonly copies: readonly Uint8Array[];
};

export type Order = { readonly id: number; readonly source: Source; readonly outputs: readonly Output[] };
export type Delivery = { readonly id: number; readonly made: Made | undefined };

type Waiting = Order & { readonly resolve: (made: Made | undefined) => void };

const PROCESS = new URL('./picture-process.ts', import.meta.url);
/** A picture that takes longer is given up, together with the process that works on it. */
const PATIENCE_MS = 20_000;
/** More than this waiting: pictures are refused rather than piled up. */
const MOST_WAITING = 64;
/** An idle process ends, for its memory. */
const IDLE_MS = 60_000;

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

  const finish = (made: Made | undefined): void => {
    cancel();
    const done = current;
    current = undefined;
    done?.resolve(made);
    next();
  };

  const start = (): ChildProcess => {
    // Nothing of our environment, which holds secrets, concerns it.
    const started = fork(PROCESS, [], { env: {}, execArgv: [], serialization: 'advanced', stdio: 'ignore' });
    started.on('message', (delivery) => {
      const { id, made } = delivery as Delivery;
      if (child === started && id === current?.id) finish(made);
    });
    const gone = (): void => {
      if (child !== started) return;
      child = undefined;
      finish(undefined);
    };
    started.on('exit', gone);
    started.on('error', gone);
    started.unref();
    started.channel?.unref();
    return started;
  };

  const next = (): void => {
    if (current !== undefined) return;
    current = waiting.shift();
    if (current === undefined) {
      if (child !== undefined) cancel = clock.after(IDLE_MS, end);
      return;
    }
    const { id, source, outputs } = current;
    child ??= start();
    cancel = clock.after(PATIENCE_MS, () => {
      end();
      finish(undefined);
    });
    child.send({ id, source, outputs } satisfies Order);
  };

  return {
    make: (source, outputs) =>
      new Promise((resolve) => {
        if (waiting.length >= MOST_WAITING) {
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
      const left = [...(current === undefined ? [] : [current]), ...waiting.splice(0)];
      current = undefined;
      end();
      for (const { resolve } of left) resolve(undefined);
    },
  };
}
