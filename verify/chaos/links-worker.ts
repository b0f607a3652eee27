/* oxlint-disable unicorn/require-post-message-target-origin -- a thread has no origin */
import { connect, createServer, type Socket } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import type { LinkMode, LinkOrder } from './links.ts';

/** The two sockets of a proxied connection. */
type Pair = { readonly node: Socket; readonly server: Socket };

const modes = new Map<number, LinkMode>();
const pairs = new Map<number, Set<Pair>>();

function modeOf(link: number): LinkMode {
  return modes.get(link) ?? { kind: 'open' };
}

function open(link: number, target: number): void {
  const all = new Set<Pair>();
  pairs.set(link, all);
  const listener = createServer({ pauseOnConnect: true }, (node) => {
    const pair = { node, server: connect(target, '127.0.0.1') };
    all.add(pair);
    const end = (): void => {
      all.delete(pair);
      node.destroy();
      pair.server.destroy();
    };
    for (const socket of [node, pair.server]) {
      socket.setNoDelay(true);
      socket.on('error', end);
      socket.on('close', end);
    }
    forward(link, node, pair.server);
    forward(link, pair.server, node);
    obey(pair, modeOf(link));
  });
  listener.listen(0, workerData as string, () => {
    const address = listener.address();
    parentPort?.postMessage({ link, port: typeof address === 'object' ? address?.port : 0 });
  });
}

function forward(link: number, from: Socket, to: Socket): void {
  // Delayed data goes first, so that order is kept when the delay ends.
  const delayed: Buffer[] = [];
  const send = (chunk: Buffer | undefined): void => {
    if (chunk === undefined || !to.writable || to.write(chunk)) return;
    from.pause();
    to.once('drain', () => {
      const { kind } = modeOf(link);
      if (kind === 'open' || kind === 'slow') from.resume();
    });
  };
  from.on('data', (chunk: Buffer) => {
    const mode = modeOf(link);
    if (mode.kind !== 'slow' && delayed.length === 0) return send(chunk);
    delayed.push(chunk);
    setTimeout(() => send(delayed.shift()), mode.kind === 'slow' ? mode.milliseconds : 1);
    return undefined;
  });
}

/** A blocked direction is not read: the writer gets no response, and no connection closes. */
function obey({ node, server }: Pair, mode: LinkMode): void {
  if (mode.kind === 'held') node.pause();
  else node.resume();
  if (mode.kind === 'held' || mode.kind === 'mute') server.pause();
  else server.resume();
}

parentPort?.on('message', (order: LinkOrder) => {
  if (order.kind === 'open-link') open(order.link, order.target);
  if (order.kind === 'mode') {
    modes.set(order.link, order.mode);
    for (const pair of pairs.get(order.link) ?? []) obey(pair, order.mode);
  }
  if (order.kind === 'cut')
    for (const { node, server } of pairs.get(order.link) ?? []) {
      node.resetAndDestroy();
      server.resetAndDestroy();
    }
});
