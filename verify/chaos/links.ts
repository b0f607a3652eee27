/* oxlint-disable unicorn/require-post-message-target-origin -- a thread has no origin */
import { Worker } from 'node:worker_threads';

export type LinkMode =
  | { readonly kind: 'open' }
  /** Nothing gets through, in either direction. */
  | { readonly kind: 'held' }
  /** What the node says arrives; it hears no answer. */
  | { readonly kind: 'mute' }
  | { readonly kind: 'slow'; readonly milliseconds: number };

export type LinkOrder =
  | { readonly kind: 'open-link'; readonly link: number; readonly target: number }
  | { readonly kind: 'mode'; readonly link: number; readonly mode: LinkMode }
  | { readonly kind: 'cut'; readonly link: number };

/** The way from one node to one server, which can be disturbed. */
export type Link = { readonly port: number; set(mode: LinkMode): void; cut(): void };

export type Links = { open(target: number): Promise<Link>; close(): Promise<unknown> };

/** They are found at an address. In a thread of their own, so that a busy tool does not slow the nodes down. */
export function createLinks(address: string): Links {
  const worker = new Worker(new URL('links-worker.ts', import.meta.url), { workerData: address });
  const waiting = new Map<number, (port: number) => void>();
  worker.on('message', ({ link, port }: { link: number; port: number }) => waiting.get(link)?.(port));
  const order = (what: LinkOrder): void => worker.postMessage(what);
  let links = 0;
  return {
    open: async (target) => {
      const link = (links += 1);
      const { promise, resolve } = Promise.withResolvers<number>();
      waiting.set(link, resolve);
      order({ kind: 'open-link', link, target });
      return {
        port: await promise,
        set: (mode) => order({ kind: 'mode', link, mode }),
        cut: () => order({ kind: 'cut', link }),
      };
    },
    close: () => worker.terminate(),
  };
}
