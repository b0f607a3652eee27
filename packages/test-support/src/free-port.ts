import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Ports below those of outgoing connections, which could take a free port before its server does. */
const FIRST_PORT = 20_000;
const LAST_PORT = 32_000;

const given = new Set<number>();

/** A port that no other caller in this process gets. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST_PORT, LAST_PORT);
    if (given.has(port) || !(await isFree(port))) continue;
    given.add(port);
    return port;
  }
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
