import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf } from './network.ts';
import type { World } from './world.ts';

/** Closes new connections of an address that has too many. Trusted proxies carry many clients and have no limit. */
export function limitConnections(
  server: Server,
  { config, proxies }: Pick<World, 'config' | 'proxies'>,
): void {
  const max = config.rateLimits ? config.connectionsPerAddress : Infinity;
  const open = new Map<string, number>();
  server.prependListener('connection', (socket: Socket) => {
    const { remoteAddress } = socket;
    if (remoteAddress === undefined || proxies.trusts(remoteAddress, 0)) return;
    const network = networkOf(remoteAddress);
    const count = (open.get(network) ?? 0) + 1;
    if (count > max) {
      socket.destroy();
      return;
    }
    open.set(network, count);
    socket.once('close', () => {
      const left = (open.get(network) ?? 0) - 1;
      if (left > 0) open.set(network, left);
      else open.delete(network);
    });
  });
}
