import type { IncomingMessage } from 'node:http';
import { badRequest, ApiError } from '../engine/api-error.ts';

/** The Host header selects the organization, so it must be unambiguous; returns the error otherwise. */
export function targetErrorOf({ url, rawHeaders }: IncomingMessage): ApiError | undefined {
  if (url?.startsWith('/') !== true) return badRequest('The target of the request must be a path.');
  let hosts = 0;
  let authorizations = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]?.toLowerCase();
    if (name === 'host') hosts += 1;
    if (name === 'authorization') authorizations += 1;
  }
  if (hosts !== 1) return badRequest('The request must have one Host header.');
  if (authorizations > 1) return new ApiError('UNAUTHORIZED', 'The credentials are malformed.');
  return undefined;
}

export function checkTarget(raw: IncomingMessage): void {
  const error = targetErrorOf(raw);
  if (error !== undefined) throw error;
}
