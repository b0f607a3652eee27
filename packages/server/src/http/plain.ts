import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { World } from './world.ts';
import { responseToError, type HttpResponse } from './response.ts';
import { countRefusal } from './address-limits.ts';
import { targetErrorOf } from './check-target.ts';
import { readForm } from './fields.ts';
import { serve } from './lifecycle.ts';
import { requestOf, headOf, needsEarlyCheck, dispatch, refuseEarly, type Operations } from './operations.ts';
import { PREFIX } from './prefix.ts';
import type { CallRoute } from './route.ts';
import { writeResponse } from './write-response.ts';

/**
 * Fast path around the HTTP library for the most common requests: a fixed path, credentials, and no body or a form that
 * arrived with the headers. All other requests go to `others`.
 */
export function servePlain(
  world: World,
  all: readonly Operations[],
  others: RequestListener,
): RequestListener {
  const fixed = new Map(all.filter(isFixed).map((operations) => [PREFIX + operations.path, operations]));
  return (request, response) => {
    const { url = '' } = request;
    const end = url.indexOf('?');
    const operations = fixed.get(end === -1 ? url : url.slice(0, end));
    if (operations === undefined || !isPlain(request)) return others(request, response);
    const serveNow = (): void => {
      if (world.isClosing() || !hasWholeBody(request)) others(request, response);
      else void respond(world, operations, request, response, end === -1 ? '' : url.slice(end + 1));
    };
    if (request.method === 'GET') serveNow();
    // Node.js emits the body that follows the headers after this listener returns.
    else queueMicrotask(serveNow);
  };
}

function isFixed(operations: Operations): operations is Operations<CallRoute> {
  return (
    !operations.path.includes('{') &&
    [...operations.byMethod.values()].every(
      ({ kind, endpoint }) => kind === 'call' && endpoint.takesFile === undefined,
    )
  );
}

const FORM = /^application\/x-www-form-urlencoded(?:; ?charset=utf-8)?$/i;

function isPlain(request: IncomingMessage): boolean {
  const { method, headers } = request;
  const { 'content-length': length, 'content-type': type = '', 'transfer-encoding': coding } = headers;
  if (coding !== undefined || targetErrorOf(request) !== undefined) return false;
  return method === 'GET' ? length === undefined : method === 'POST' && FORM.test(type);
}

function hasWholeBody({ method, headers, readableLength }: IncomingMessage): boolean {
  return method === 'GET' || (readableLength > 0 && readableLength === Number(headers['content-length']));
}

async function respond(
  world: World,
  operations: Operations<CallRoute>,
  request: IncomingMessage,
  response: ServerResponse,
  query: string,
): Promise<void> {
  const body = request.method === 'POST' ? String(request.read()) : undefined;
  let result: HttpResponse;
  try {
    const fields = { query: readForm(query), body: readForm(body ?? ''), files: [], spooled: [] };
    const parsed = requestOf(request, response, {}, fields);
    const refusal =
      body !== undefined && needsEarlyCheck(operations, parsed)
        ? await refuseEarly(world, operations, headOf(request))
        : undefined;
    result = refusal ?? (await dispatch(world, operations, parsed, (route) => serve(world, route, parsed)));
  } catch (error) {
    // Credentials are checked before the content of the body, as on the usual path.
    const refusal = body === undefined ? undefined : await refuseEarly(world, operations, headOf(request));
    result = refusal ?? responseToError(error, world.report);
  }
  writeResponse(
    world,
    response,
    countRefusal(world, () => world.proxies.clientOf(request), result),
  );
}
