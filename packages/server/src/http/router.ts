import type { IncomingMessage, ServerResponse } from 'node:http';
import findMyWay, { type HTTPMethod } from 'find-my-way';
import type { HttpResponse } from './response.ts';

/** A request of Node.js, its response, and the parameters of its path. */
export type HttpExchange = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly pathParameters: Readonly<Record<string, string>>;
};

/** The way in which the requests at a path are served. */
export type Path = {
  /** For operators; never contains values of the request. */
  readonly name: string;
  /** Returns the response, or undefined if it has been written. */
  handle(exchange: HttpExchange): Promise<HttpResponse | undefined>;
  /** Takes over a poll, which waits with as little state as possible; false for every other request. */
  takePoll?(request: IncomingMessage, response: ServerResponse): boolean;
};

export type Router = {
  add(method: 'every' | readonly HTTPMethod[], pattern: string, path: Path): void;
  /** Undefined if there is no such path; a malformed address has a path that refuses it. */
  find(
    request: IncomingMessage,
  ): { readonly path: Path; readonly pathParameters: HttpExchange['pathParameters'] } | undefined;
};

/** Longer than any request line. */
const MAX_PARAMETER_LENGTH = 16_384;

/** The library has a tree of paths for each method. Paths for every method share the tree of this one. */
const ANY_METHOD = 'GET';

/** Finds the path of a request by its address, with the library find-my-way. Paths are case-sensitive. */
export function createRouter(malformed: Path): Router {
  const forEveryMethod = createTrees();
  const forSomeMethods = createTrees();
  /** Paths without parameters for every method, which most requests name. */
  const fixed = new Map<string, { readonly path: Path; readonly pathParameters: {} }>();
  return {
    add: (method, pattern, path) => {
      if (method === 'every') {
        if (!/[:*]/.test(pattern)) fixed.set(pattern, { path, pathParameters: {} });
        forEveryMethod.on(ANY_METHOD, pattern, () => {}, path);
      } else forSomeMethods.on([...method], pattern, () => {}, path);
    },
    find: ({ method = '', url = '' }) => {
      const end = url.indexOf('?');
      const atFixed = fixed.get(end === -1 ? url : url.slice(0, end));
      if (atFixed !== undefined) return atFixed;
      const found = forEveryMethod.find(ANY_METHOD, url) ?? forSomeMethods.find(method as HTTPMethod, url);
      if (found === null) return undefined;
      // The library answers a malformed address with a handler that has no store.
      const path = (found.store as Path | null) ?? malformed;
      return { path, pathParameters: found.params as HttpExchange['pathParameters'] };
    },
  };
}

function createTrees(): ReturnType<typeof findMyWay> {
  return findMyWay({
    maxParamLength: MAX_PARAMETER_LENGTH,
    // The query is parsed by `readForm`.
    querystringParser: () => ({}),
    onBadUrl: () => {},
  });
}
