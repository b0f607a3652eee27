import type { BrowserContext } from 'playwright-core';
import { endpoints } from '@parley/contract/endpoints.ts';

/** Operations of the API that the pages of a profile call, by id. */
export function noteOperations(context: BrowserContext): ReadonlySet<string> {
  const seen = new Set<string>();
  context.on('request', (request) => {
    const operation = operationOf(request.method(), new URL(request.url()).pathname);
    if (operation !== undefined) seen.add(operation);
  });
  context.on('page', (page) => {
    page.on('websocket', (socket) => {
      if (new URL(socket.url()).pathname === '/json/events/stream') seen.add('get-events');
    });
  });
  return seen;
}

/** Pages call operations below `/json`. */
export function operationOf(method: string, pathname: string): string | undefined {
  const path = /^\/(?:json|api\/v1)(\/.*)$/.exec(pathname)?.[1];
  return path === undefined
    ? undefined
    : patterns.find((one) => one.method === method && one.pattern.test(path))?.id;
}

/** Paths without parameters first: they are meant where both match. */
const patterns = endpoints
  .flatMap(({ id, method, path, aliases = [] }) =>
    [path, ...aliases].map((one) => ({ id, method, path: one })),
  )
  .toSorted((a, b) => a.path.split('{').length - b.path.split('{').length)
  .map(({ id, method, path }) => ({ id, method, pattern: patternOf(path) }));

function patternOf(path: string): RegExp {
  const text = path.replaceAll('.', String.raw`\.`);
  return new RegExp(`^${text.replaceAll(/\{[^}*]+\*\}/g, '.+').replaceAll(/\{[^}]+\}/g, '[^/]+')}$`);
}
