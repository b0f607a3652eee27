import { METHODS, type IncomingMessage } from 'node:http';
import multipart from '@fastify/multipart';
import type { Endpoint } from '@parley/contract/endpoint.ts';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { badRequest, Problem } from '../problem.ts';
import type { World } from '../world.ts';
import { errorAnswer, noSuchPath, problemAnswer, wrongMethod, type Answer } from './answer.ts';
import { readForm, type Fields } from './fields.ts';
import { serve, type Incoming } from './lifecycle.ts';
import type { Page } from './page.ts';
import type { Route } from './route.ts';

const PREFIX = '/api/v1';
const MAX_BODY = 1024 * 1024;
const MAX_FILE = 5 * 1024 * 1024;

/** The only place that knows the HTTP library: turns its requests into ours and our answers into its replies. */
export const createServer = async (
  world: World,
  routes: readonly Route[],
  pages: readonly Page[],
): Promise<FastifyInstance> => {
  const app = Fastify({
    bodyLimit: MAX_BODY,
    // Receiving a request is bounded; waiting for an answer (a long poll) is not.
    requestTimeout: 10_000,
    keepAliveTimeout: 75_000,
    http: { headersTimeout: 8_000, connectionsCheckingInterval: 1_000, maxHeaderSize: 16_384 },
    trustProxy: world.config.hosts.trustedProxies.length > 0 ? [...world.config.hosts.trustedProxies] : false,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 16_384 },
    forceCloseConnections: 'idle',
    frameworkErrors: (_error, _request, reply) => {
      void send(reply, problemAnswer(badRequest('The address of the request is malformed.')));
    },
    clientErrorHandler: (_error, socket) => {
      if (socket.writable) socket.end(BROKEN_REQUEST);
    },
  });
  for (const method of METHODS) if (!app.supportedMethods.includes(method)) app.addHttpMethod(method);
  readBodies(app);
  await app.register(multipart, {
    limits: {
      fieldSize: MAX_BODY,
      fields: 1000,
      fileSize: MAX_FILE,
      files: 1,
      headerPairs: 100,
      parts: 1001,
    },
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(ALWAYS);
    checkTarget(request.raw);
  });
  // Asked at the end: a poll that was waiting when the server began to close must not keep its connection.
  app.addHook('onSend', async (_request, reply) => {
    if (world.isClosing()) reply.header('connection', 'close');
  });
  app.setErrorHandler(async (error, _request, reply) =>
    send(reply, errorAnswer(fromLibrary(error), world.report)),
  );
  app.setNotFoundHandler(async (_request, reply) => send(reply, noSuchPath()));
  for (const [path, group] of byPath(routes)) addPath(app, world, path, group);
  for (const page of pages) addPage(app, world, page);
  return app;
};

const ALWAYS = {
  'cache-control': 'max-age=0, no-cache, no-store, must-revalidate, private',
  expires: 'Thu, 01 Jan 1970 00:00:00 GMT',
  vary: 'Accept-Language',
  'content-language': 'en',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
};

const BROKEN_REQUEST = (() => {
  const body = '{"result":"error","msg":"The request is not valid HTTP.","code":"BAD_REQUEST"}\n';
  return `HTTP/1.1 400 Bad Request\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
})();

/** Organizations are told apart by host: it must be said once, and in one place. */
const checkTarget = (raw: IncomingMessage): void => {
  if (raw.url?.startsWith('/') !== true) throw badRequest('The target of the request must be a path.');
  let hosts = 0;
  let authorizations = 0;
  for (let i = 0; i < raw.rawHeaders.length; i += 2) {
    const name = raw.rawHeaders[i]?.toLowerCase();
    if (name === 'host') hosts += 1;
    if (name === 'authorization') authorizations += 1;
  }
  if (hosts !== 1) throw badRequest('The request must have one Host header.');
  if (authorizations > 1) throw new Problem('UNAUTHORIZED', 'The credentials are malformed.');
};

const readBodies = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => {
      try {
        done(null, readForm(String(body)));
      } catch (error) {
        done(error as Error);
      }
    },
  );
  // Any other kind of body is read, bounded, and holds no parameters.
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => {
    done(null, new Map());
  });
};

const fromLibrary = (error: unknown): unknown => {
  if (error instanceof Problem || !(error instanceof Error)) return error;
  const { statusCode: status, code } = error as { statusCode?: number; code?: string };
  if (status === 413) return new Problem('REQUEST_TOO_LARGE', 'The request is too large.');
  if (code?.startsWith('FST_') === true && status !== undefined && status < 500) return unreadable();
  return error;
};

const unreadable = (): Problem => badRequest('The body of the request cannot be read.');

type PathGroup = Map<string, Route>;

const byPath = (routes: readonly Route[]): Map<string, PathGroup> => {
  const groups = new Map<string, PathGroup>();
  for (const route of routes) {
    const path = libraryPath(route.endpoint);
    const group = groups.get(path) ?? new Map<string, Route>();
    group.set(route.endpoint.method, route);
    groups.set(path, group);
  }
  return groups;
};

/** `{id}` with an integer matches digits only, so that anything else is not found before anybody asks who it is. */
const libraryPath = (endpoint: Endpoint): string =>
  PREFIX +
  endpoint.path.replaceAll(/\{(\w+)(\*?)\}/g, (_all, name: string, rest: string) => {
    if (rest === '*') return '*';
    return endpoint.parameters[name]?.schema.type === 'number' ? `:${name}(^\\d{1,15}$)` : `:${name}`;
  });

const addPath = (app: FastifyInstance, world: World, path: string, group: PathGroup): void => {
  const methods = [...group.keys()];
  const allowed = [...methods, ...(group.has('GET') ? ['HEAD'] : [])].toSorted();
  app.all(path, async (request, reply) => {
    const fields = await readFields(request);
    const method = request.method === 'POST' ? (fields.body.get('method') ?? 'POST') : request.method;
    if (method === 'OPTIONS')
      return send(reply, { status: 204, headers: { allow: allowed.join(', ') }, body: '' });
    const route = group.get(method === 'HEAD' ? 'GET' : method);
    if (route === undefined) return send(reply, wrongMethod(allowed));
    const incoming = toIncoming(request, reply, method, fields, wildcardName(route.endpoint));
    return send(reply, await serve(world, route, incoming));
  });
};

const wildcardName = (endpoint: Endpoint): string | undefined => /\{(\w+)\*\}/.exec(endpoint.path)?.[1];

const addPage = (app: FastifyInstance, world: World, page: Page): void => {
  app.get(page.path, async (request, reply) => {
    const fields = await readFields(request);
    const incoming = toIncoming(request, reply, 'GET', fields, undefined);
    return send(reply, await page.handle(world, incoming));
  });
};

const toIncoming = (
  request: FastifyRequest,
  reply: FastifyReply,
  method: string,
  fields: Fields,
  wildcard: string | undefined,
): Incoming => {
  const params = { ...(request.params as Record<string, string>) };
  const rest = params['*'];
  if (wildcard !== undefined && rest !== undefined) {
    params[wildcard] = rest;
    delete params['*'];
  }
  const gone = new AbortController();
  reply.raw.on('close', () => {
    gone.abort();
  });
  return {
    host: request.headers.host ?? '',
    method,
    path: request.url,
    authorization: request.headers.authorization,
    accept: request.headers.accept,
    agent: request.headers['user-agent'],
    address: request.ip,
    inPath: params,
    fields,
    gone: gone.signal,
  };
};

const readFields = async (request: FastifyRequest): Promise<Fields> => {
  const at = request.url.indexOf('?');
  const query = readForm(at === -1 ? '' : request.url.slice(at + 1));
  const fields: Fields = { query, body: new Map(), files: [] };
  if (request.isMultipart()) await readParts(request, fields);
  else if (request.body instanceof Map) fields.body = request.body as Map<string, string>;
  return fields;
};

const readParts = async (request: FastifyRequest, fields: Fields): Promise<void> => {
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file')
        fields.files.push({ field: part.fieldname, name: part.filename, content: await part.toBuffer() });
      else if (typeof part.value === 'string') fields.body.set(part.fieldname, part.value);
    }
  } catch (error) {
    // Whatever the parser stumbles over is in the request.
    throw error instanceof Error && 'statusCode' in error ? error : unreadable();
  }
};

const send = (reply: FastifyReply, answer: Answer): FastifyReply => {
  leaveNothingUnread(reply);
  return reply.code(answer.status).headers(answer.headers).send(toBytes(answer.body));
};

/**
 * Who answers before the body has arrived must still take it off the connection, or the next request on it
 * waits behind it. What is too large to be read away closes the connection instead.
 */
const leaveNothingUnread = (reply: FastifyReply): void => {
  const { raw } = reply.request;
  if (raw.complete) return;
  const declared = Number(raw.headers['content-length'] ?? Infinity);
  if (declared > MAX_BODY) reply.header('connection', 'close');
  raw.resume();
};

/** As bytes, so that the library leaves the content type alone. */
const toBytes = (body: string | Buffer): Buffer => (typeof body === 'string' ? Buffer.from(body) : body);
