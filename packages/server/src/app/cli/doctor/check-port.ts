import { createServer } from 'node:net';
import type { Config } from '../../../engine/config.ts';
import type { HealthRemarks } from '../../../http/health.ts';
import { failed, passed, warning, type CheckResult } from './check-result.ts';

export async function checkPort({ listen }: Config): Promise<CheckResult> {
  const address = `${listen.address}:${listen.port}`;
  const errorCode = await tryToListen(listen);
  if (errorCode === undefined) return passed('port', `${address} is free`);
  const node = errorCode === 'EADDRINUSE' ? await askNode(listen) : undefined;
  if (node?.untrusted_proxy !== undefined)
    return warning(
      'port',
      `${address} is served by Parley, and ${node.untrusted_proxy} sends X-Forwarded-For without being trusted`,
      'If it is your proxy, add it to PARLEY_TRUSTED_PROXIES or set PARLEY_PROXY_HOPS; otherwise all clients share its rate limits.',
    );
  if (node !== undefined) return passed('port', `${address} is served by Parley`);
  const fix = FIX_BY_ERRNO[errorCode] ?? 'Correct PARLEY_LISTEN_ADDRESS and PARLEY_PORT.';
  return failed('port', `${address}: ${errorCode}`, fix);
}

const FIX_BY_ERRNO: Readonly<Record<string, string>> = {
  EADDRINUSE: 'Stop the other program, or set PARLEY_PORT to a free port.',
  EACCES: 'Set PARLEY_PORT to 1024 or above and put a reverse proxy in front.',
  EADDRNOTAVAIL: 'The machine has no such address: correct PARLEY_LISTEN_ADDRESS.',
};

/** Returns the error code if the address cannot be bound. */
function tryToListen({ address, port }: Config['listen']): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      resolve(error.code ?? error.message);
    });
    server.listen({ host: address, port, exclusive: true }, () => {
      server.close(() => {
        resolve(undefined);
      });
    });
  });
}

const WILDCARD_ADDRESSES = new Set(['0.0.0.0', '::']);
/** Longer than a health check waits for PostgreSQL. */
const REQUEST_TIMEOUT_MS = 5_000;

/** The response of the node at this address to a health check; undefined without a node. */
export async function askNode({ address, port }: Config['listen']): Promise<HealthRemarks | undefined> {
  const host = WILDCARD_ADDRESSES.has(address)
    ? '127.0.0.1'
    : address.includes(':')
      ? `[${address}]`
      : address;
  try {
    const response = await fetch(`http://${host}:${port}/health`, {
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    const body = (await response.json()) as HealthRemarks & { result?: unknown };
    return typeof body.result === 'string' ? body : undefined;
  } catch {
    return undefined;
  }
}
