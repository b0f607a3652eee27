import { createServer } from 'node:net';
import type { Config } from '../../../engine/config.ts';
import {
  listenHelp,
  MAIL_GATEWAY_SETTINGS,
  METRICS_SETTINGS,
  SERVER_SETTINGS,
  type ListenSettings,
} from '../../../engine/listen-error.ts';
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
      `${address} ${SERVED}, and ${node.untrusted_proxy} sends X-Forwarded-For without being trusted`,
      'If it is your proxy, add it to PARLEY_TRUSTED_PROXIES or set PARLEY_PROXY_HOPS; otherwise all clients share its rate limits.',
    );
  if (node !== undefined) return passed('port', `${address} ${SERVED}`);
  return portInUse('port', address, errorCode, SERVER_SETTINGS);
}

/** Whether a running node was found at the port; then it has the other ports too. */
export function isServed({ found }: CheckResult): boolean {
  return found.includes(SERVED);
}

const SERVED = 'is served by Parley';

/** The ports of metrics and of received mail, while no node uses them. */
export async function checkOtherPorts({ metrics, mailGateway }: Config): Promise<CheckResult[]> {
  const ports = [
    { subject: 'metrics port', listen: metrics, settings: METRICS_SETTINGS },
    { subject: 'mail port', listen: mailGateway?.listen, settings: MAIL_GATEWAY_SETTINGS },
  ];
  const results: CheckResult[] = [];
  for (const { subject, listen, settings } of ports) {
    if (listen === undefined) continue;
    const address = `${listen.address}:${listen.port}`;
    const errorCode = await tryToListen(listen);
    results.push(
      errorCode === undefined
        ? passed(subject, `${address} is free`)
        : portInUse(subject, address, errorCode, settings),
    );
  }
  return results;
}

function portInUse(
  subject: string,
  address: string,
  errorCode: string,
  settings: ListenSettings,
): CheckResult {
  const fix = listenHelp(errorCode, settings) ?? `Correct ${settings.address} and ${settings.port}.`;
  return failed(subject, `${address}: ${errorCode}`, fix);
}

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
