import type { IncomingMessage } from 'node:http';
import type { Random } from '../engine/clock.ts';
import type { RequestIds } from '../engine/work/current-work.ts';
import { parseTraceParent } from '../engine/work/trace-parent.ts';

/** The header that takes the id of a request from a client or a proxy, and gives it back. */
export const REQUEST_ID = 'x-request-id';

/** Characters that cannot end or forge a part of a log line, a header or a shell command. */
const TAKEN_ID = /^[A-Za-z0-9][A-Za-z0-9._:+=@-]{0,63}$/;

export type RequestIdSource = {
  /** The given id if it has the right form, otherwise a new one. */
  of(given: string | undefined): string;
};

/** Ids of this node: a random beginning and a number. */
export function createRequestIds(random: Random): RequestIdSource {
  const node = Math.floor(random() * 36 ** 7)
    .toString(36)
    .padStart(7, '0');
  let count = 0;
  return {
    of: (given) => {
      if (given !== undefined && TAKEN_ID.test(given)) return given;
      count += 1;
      return `${node}-${count.toString(36)}`;
    },
  };
}

export function requestIdsOf(source: RequestIdSource, { headers }: IncomingMessage): RequestIds {
  const parent = parseTraceParent(single(headers['traceparent']));
  return { id: source.of(single(headers[REQUEST_ID])), parent, traceId: parent?.traceId };
}

/** A header that was sent twice is ignored. */
function single(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : undefined;
}
