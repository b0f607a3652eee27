import type { FastifyReply, FastifyRequest } from 'fastify';
import { readForm, type Fields } from './fields.ts';
import type { IncomingRequest } from './lifecycle.ts';
import { requestOf } from './operations.ts';
import type { HttpResponse } from './response.ts';
import type { World } from './world.ts';

/** Writes a response past the HTTP library. */
export type Send = (reply: FastifyReply, answer: HttpResponse) => FastifyReply;

/** Converts a request of the HTTP library; `by` is the kind of credentials that the path takes. */
export function toIncoming(
  world: Pick<World, 'proxies'>,
  request: FastifyRequest,
  reply: FastifyReply,
  fields: Fields,
  wildcard: string | undefined,
  by: IncomingRequest['by'],
): IncomingRequest {
  const params = { ...(request.params as Record<string, string>) };
  const rest = params['*'];
  if (wildcard !== undefined && rest !== undefined) {
    params[wildcard] = rest;
    delete params['*'];
  }
  return {
    ...requestOf(request.raw, reply.raw, params, fields, by),
    address: world.proxies.clientOf(request.raw),
  };
}

/** The fields of the query; the body is read later. */
export function emptyFields(request: FastifyRequest): Fields {
  const at = request.url.indexOf('?');
  const query = readForm(at === -1 ? '' : request.url.slice(at + 1));
  return { query, body: new Map(), files: [], spooled: [] };
}
