import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';

/** Ports below those of outgoing connections, which could take a free port before its server does. */
const FIRST_PORT = 20_000;
const LAST_PORT = 32_000;

/** A port that no other caller gets, in this process or in another. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST_PORT, LAST_PORT);
    if ((await isFree(port)) && (await reserve(port))) return port;
  }
}

/** Takes the number for UDP as long as this process lives: servers use TCP, and other callers find it taken. */
function reserve(port: number): Promise<boolean> {
  const socket = createSocket('udp4').unref();
  return new Promise((resolve) => {
    socket.once('error', () => {
      socket.close();
      resolve(false);
    });
    socket.bind({ port, address: '127.0.0.1', exclusive: true }, () => {
      resolve(true);
    });
  });
}

/** Whether a server can listen on a port now. */
export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => {
      resolve(false);
    });
    probe.listen(port, '127.0.0.1', () => {
      probe.close(() => {
        resolve(true);
      });
    });
  });
}
