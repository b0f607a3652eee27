import type { Endpoint } from '@parley/contract/endpoint.ts';
import { BROWSER_PREFIX } from '@parley/contract/endpoints/spectators.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { spoolDirectory } from '../engine/files/store.ts';
import { limitVisit } from './address-limits.ts';
import { authenticateRequest } from './authenticate-request.ts';
import { declaredLength, hasBody } from './body.ts';
import { allowLargeBody } from './body-time.ts';
import type { Fields } from './fields.ts';
import { emptyFields, toIncoming, type Send } from './library-request.ts';
import { serve, serveVisit, type IncomingRequest, type RequestHead } from './lifecycle.ts';
import { dispatch, headOf, refuseEarly, type Operations } from './operations.ts';
import { deleteSpooled, MAX_SMALL_FILE_BYTES, NO_FILES, type FileIntake } from './parts.ts';
import { PREFIX } from './prefix.ts';
import { readBody } from './read-body.ts';
import { withoutDialog, type HttpResponse } from './response.ts';
import { sessionTokenOf } from './sessions/cookie.ts';
import type { World } from './world.ts';

type ServeVisitor = (endpoint: Endpoint, incoming: IncomingRequest) => Promise<HttpResponse>;

/** A prefix of all operations, the kind of credentials that it takes, and the treatment of visitors without an account. */
type Access = {
  readonly prefix: string;
  readonly by: IncomingRequest['by'];
  readonly isVisitor: (request: FastifyRequest) => boolean;
  readonly serveVisitor: ServeVisitor | undefined;
};

/** Requests with an API key. */
export const keyAccess: Access = {
  prefix: PREFIX,
  by: 'key',
  isVisitor: () => false,
  serveVisitor: undefined,
};

/** Requests of browsers. Keys are not accepted, together with a session or without. */
export function browserAccess({ config }: World, serveVisitor: ServeVisitor): Access {
  return {
    prefix: BROWSER_PREFIX,
    by: 'session',
    isVisitor: ({ headers: { host = '', cookie, authorization } }) =>
      authorization !== undefined || sessionTokenOf(config.hosts, { host, cookie }) === undefined,
    serveVisitor,
  };
}

/**
 * Serves the operations at one path. Credentials are checked before the body is read; visitors have none, and send no
 * files.
 */
export function addOperationPath(
  app: FastifyInstance,
  world: World,
  send: Send,
  operations: Operations,
  access: Access,
): void {
  const { prefix, by, isVisitor, serveVisitor } = access;
  const [first] = operations.byMethod.values();
  if (first === undefined) return;
  const wildcard = wildcardName(first.endpoint);
  const intake = intakeOf(world, operations);
  const answer = (reply: FastifyReply, response: HttpResponse): FastifyReply =>
    send(reply, by === 'session' ? withoutDialog(response) : response);
  const serveFields = async (request: FastifyRequest, reply: FastifyReply, fields: Fields) => {
    const incoming = toIncoming(world, request, reply, fields, wildcard, by);
    const response = await dispatch(world, operations, incoming, async (route) => {
      if (serveVisitor !== undefined && isVisitor(request)) return serveVisitor(route.endpoint, incoming);
      if (route.kind !== 'visit') return serve(world, route, incoming);
      limitVisit(world, incoming.address);
      return serveVisit(world, route, incoming);
    });
    return answer(reply, response);
  };
  app.all(libraryPath(first.endpoint, prefix, operations.path), {
    onRequest: async (request, reply) => {
      if (!hasBody(request.raw) || isVisitor(request) || BODYLESS.has(request.method)) return;
      const refusal = await refuseEarly(world, operations, headOf(request.raw, by));
      if (refusal !== undefined) answer(reply, refusal);
      else if (intake.kind === 'disk') allowLargeBody(request.raw);
    },
    handler: async (request, reply) => {
      const fields = emptyFields(request);
      const admission = isVisitor(request)
        ? NO_ADMISSION
        : await admitFile(world, operations, headOf(request.raw, by), request, intake);
      try {
        await readBody(request, fields, admission.intake);
        return await serveFields(request, reply, fields);
      } finally {
        admission.end();
        if (fields.spooled.length > 0) await deleteSpooled(fields);
      }
    },
  });
}

type Admission = { readonly intake: FileIntake; readonly end: () => void };

const NO_ADMISSION: Admission = { intake: NO_FILES, end: () => {} };

/** Asks the operation whether the caller may send a large file, before its first byte is stored. */
async function admitFile(
  world: World,
  { byMethod }: Operations,
  head: RequestHead,
  request: FastifyRequest,
  intake: FileIntake,
): Promise<Admission> {
  const route = byMethod.get(head.method);
  if (intake.kind !== 'disk' || route?.kind !== 'call' || route.admitFile === undefined)
    return { ...NO_ADMISSION, intake };
  const account = await authenticateRequest(world, head);
  const declared = declaredLength(request.raw);
  const { end, ...bounds } = await route.admitFile(world, account, declared, intake.maxBytes);
  return { intake: { ...intake, ...bounds }, end };
}

/** Integer parameters match digits only, so any other text is 404 before credentials are checked. */
function libraryPath(endpoint: Endpoint, prefix: string, path: string): string {
  return (
    prefix +
    path.replaceAll(/\{(\w+)(\*?)\}/g, (_all, name: string, rest: string) => {
      if (rest === '*') return '*';
      return endpoint.parameters[name]?.schema.type === 'number' ? `:${name}(^\\d{1,15}$)` : `:${name}`;
    })
  );
}

/** Methods whose bodies are never read. */
const BODYLESS = new Set(['GET', 'HEAD']);

function intakeOf({ config: { files, uploads } }: World, { byMethod }: Operations): FileIntake {
  const taken = [...byMethod.values()].map(({ endpoint }) => endpoint.takesFile);
  if (taken.includes('large'))
    return { kind: 'disk', directory: spoolDirectory(files), maxBytes: uploads.maxMiB * 1024 * 1024 };
  return taken.includes(true) ? { kind: 'memory', maxBytes: MAX_SMALL_FILE_BYTES } : NO_FILES;
}

function wildcardName(endpoint: Endpoint): string | undefined {
  return /\{(\w+)\*\}/.exec(endpoint.path)?.[1];
}
