import { ApiError } from '../../engine/api-error.ts';
import { setBounded } from '../../engine/db/keep-recent.ts';
import { createLazyThread } from '../../engine/lazy-thread.ts';

/** Draws generated avatars in a thread, so that requests for many of them do not delay others. */
export type Drawings = {
  /** The picture of a name, as PNG. */
  draw(name: string, size: number): Promise<Buffer>;
  close(): void;
};

export type DrawingJob = { readonly key: string; readonly name: string; readonly size: number };
export type Drawing = { readonly key: string; readonly png: Uint8Array };

const THREAD = new URL('./drawing-thread.ts', import.meta.url);
/** A drawn avatar has at most a few kilobytes. */
const MAX_CACHED = 5_000;
/** About a second of work; further requests are refused. */
const MAX_WAITING = 100;

type Waiting = PromiseWithResolvers<Buffer>;

export function createDrawings(): Drawings {
  const cached = new Map<string, Buffer>();
  const waiting = new Map<string, Waiting>();

  const take = ({ key, png }: Drawing): void => {
    const drawn = Buffer.from(png);
    setBounded(cached, key, drawn, MAX_CACHED);
    waiting.get(key)?.resolve(drawn);
    waiting.delete(key);
  };

  const giveUp = (): void => {
    for (const { reject } of waiting.values()) reject(unavailable());
    waiting.clear();
  };

  const thread = createLazyThread<DrawingJob>(THREAD, take, giveUp);
  return {
    draw: (name, size) => {
      const key = `${size}:${name}`;
      const known = cached.get(key);
      if (known !== undefined) return Promise.resolve(known);
      const begun = waiting.get(key);
      if (begun !== undefined) return begun.promise;
      if (waiting.size >= MAX_WAITING) return Promise.reject(unavailable());
      const drawing = Promise.withResolvers<Buffer>();
      waiting.set(key, drawing);
      thread.post({ key, name, size });
      return drawing.promise;
    },
    close: () => {
      thread.close();
    },
  };
}

function unavailable(): ApiError {
  return new ApiError('UNAVAILABLE', 'The server draws too many pictures. Try again soon.', {
    extra: { 'retry-after': 1 },
  });
}
