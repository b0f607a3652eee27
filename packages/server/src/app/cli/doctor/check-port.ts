import { createServer } from 'node:net';
import type { Config } from '../../../engine/config.ts';
import { failed, passed, warning, type CheckResult } from './check-result.ts';

export async function checkPort({ listen }: Config): Promise<CheckResult> {
  const address = `${listen.address}:${listen.port}`;
  const errorCode = await tryToListen(listen);
  if (errorCode === undefined) return passed('port', `${address} is free`);
  const node = errorCode === 'EADDRINUSE' ? await findNode(listen) : undefined;
  if (node?.untrustedProxy !== undefined)
    return warning(
      'port',
      `${address} is served by Parley, and ${node.untrustedProxy} sends X-Forwarded-For without being trusted`,
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
const REQUEST_TIMEOUT_MS = 2_000;

async function findNode({
  address,
  port,
}: Config['listen']): Promise<{ untrustedProxy: string | undefined } | undefined> {
  const host = WILDCARD_ADDRESSES.has(address)
    ? '127.0.0.1'
    : address.includes(':')
      ? `[${address}]`
      : address;
  try {
    const response = await fetch(`http://${host}:${port}/health`, {
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    const body = (await response.json()) as { result?: unknown; untrusted_proxy?: string };
    return typeof body.result === 'string' ? { untrustedProxy: body.untrusted_proxy } : undefined;
  } catch {
    return undefined;
  }
}
