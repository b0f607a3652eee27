import { createServer } from 'node:net';
import type { Config } from '../../../engine/config.ts';
import { bad, good, type Finding } from './finding.ts';

export async function checkPort({ listen }: Config): Promise<Finding> {
  const where = `${listen.address}:${listen.port}`;
  const problem = await problemOfListening(listen);
  if (problem === undefined) return good('port', `${where} is free`);
  if (problem === 'EADDRINUSE' && (await isOurs(listen))) return good('port', `${where} is served by Parley`);
  const todo = TODO[problem] ?? 'Correct PARLEY_LISTEN_ADDRESS and PARLEY_PORT.';
  return bad('port', `${where}: ${problem}`, todo);
}

const TODO: Readonly<Record<string, string>> = {
  EADDRINUSE: 'Another program uses it: end that one, or choose another PARLEY_PORT.',
  EACCES: 'Choose a PARLEY_PORT above 1023 and put a proxy in front.',
  EADDRNOTAVAIL: 'This machine has no such address: correct PARLEY_LISTEN_ADDRESS.',
};

function problemOfListening({ address, port }: Config['listen']): Promise<string | undefined> {
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

const ANY = new Set(['0.0.0.0', '::']);
const PATIENCE_MS = 2_000;

async function isOurs({ address, port }: Config['listen']): Promise<boolean> {
  const host = ANY.has(address) ? '127.0.0.1' : address.includes(':') ? `[${address}]` : address;
  try {
    const answer = await fetch(`http://${host}:${port}/health`, { signal: AbortSignal.timeout(PATIENCE_MS) });
    const body = (await answer.json()) as { result?: unknown };
    return typeof body.result === 'string';
  } catch {
    return false;
  }
}
