/* oxlint-disable unicorn/require-post-message-target-origin -- a thread has no origin */
import { Worker } from 'node:worker_threads';

export type LinkMode =
  | { readonly kind: 'open' }
  /** No data passes in either direction. */
  | { readonly kind: 'held' }
  /** Data of the node arrives; responses to it do not. */
  | { readonly kind: 'mute' }
  | { readonly kind: 'slow'; readonly milliseconds: number };

export type LinkOrder =
  | { readonly kind: 'open-link'; readonly link: number; readonly target: number }
  | { readonly kind: 'mode'; readonly link: number; readonly mode: LinkMode }
  | { readonly kind: 'cut'; readonly link: number };

/** A TCP proxy between one node and one server that can inject faults. */
export type Link = { readonly port: number; set(mode: LinkMode): void; cut(): void };

export type Links = { open(target: number): Promise<Link>; close(): Promise<unknown> };

/** Creates links that listen on an address, in a thread of their own, so that a busy checker does not slow the nodes. */
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
