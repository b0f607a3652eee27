import type { IncomingMessage } from 'node:http';
import { badRequest, Problem } from '../problem.ts';

/** Organizations are told apart by host: it must be said once, and in one place. */
export const checkTarget = (raw: IncomingMessage): void => {
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
