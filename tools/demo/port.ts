import { createServer } from 'node:net';

/** A free port. */
export async function freePort(): Promise<number> {
  return (await listenOnce(0)) ?? 0;
}

/** The given port, or the next free one. */
export async function portFrom(wanted: number): Promise<number> {
  for (let port = wanted; port < wanted + 100; port += 1)
    if ((await listenOnce(port)) !== undefined) return port;
  throw new Error(
    `The ports from ${wanted} on are all taken. Choose another one: npm run demo -- --port 19800`,
  );
}

function listenOnce(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => {
      resolve(undefined);
    });
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => {
        resolve(typeof address === 'object' ? address?.port : undefined);
      });
    });
  });
}
