import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { eventStream } from '@parley/contract/event-stream.ts';
import type { RequestIds } from '../engine/work/current-work.ts';
import { countRefusal } from './address-limits.ts';
import { endWithResponse } from './final-response.ts';
import { REQUEST_ID } from './request-id.ts';
import type { AnsweredRequest } from './request-log.ts';
import { finalResponseText } from './response-text.ts';
import { responseToError } from './response.ts';
import type { World } from './world.ts';

/** A request for an event stream, and its ids. */
export type Handshake = { readonly request: IncomingMessage; readonly ids: RequestIds };

/** A refused handshake gets an HTTP response like any request. */
export function refuseHandshake(
  { request, ids }: Handshake,
  connection: Duplex,
  error: unknown,
  world: World,
): number {
  const { clock, proxies } = world;
  const response = responseToError(error, world, eventStream.path);
  const counted = countRefusal(world, () => proxies.clientOf(request), response);
  const answer = { ...counted, headers: { ...counted.headers, [REQUEST_ID]: ids.id } };
  const date = new Date(clock.now()).toUTCString();
  endWithResponse(connection, finalResponseText(answer, date), clock);
  return answer.status;
}

export function noteHandshake(
  { requestLog, proxies }: World,
  { request, ids: { id, traceId } }: Handshake,
  status: number,
  caller?: Pick<AnsweredRequest, 'organization' | 'userId'>,
): void {
  const address = (): string => proxies.clientOf(request);
  requestLog.note({
    ...caller,
    id,
    traceId,
    operation: eventStream.path,
    status,
    ms: 0,
    address,
  });
}
