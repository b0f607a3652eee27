import { isFree } from '@parley/test-support/free-port.ts';

/** The given port, or the next free one. */
export async function portFrom(wanted: number): Promise<number> {
  for (let port = wanted; port < wanted + 100; port += 1) if (await isFree(port)) return port;
  throw new Error(
    `The ports from ${wanted} on are all taken. Choose another one: npm run demo -- --port 19800`,
  );
}
