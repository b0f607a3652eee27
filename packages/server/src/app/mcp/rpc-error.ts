import type { HttpResponse } from '../../http/response.ts';

/** For errors that the protocol has no number for. */
const SERVER_ERROR = -32_000;

/** A response to a message that the library never sees. */
export function rpcError(
  status: number,
  message: string,
  code = SERVER_ERROR,
  id: unknown = null,
): HttpResponse {
  const body = JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } });
  return { status, headers: { 'content-type': 'application/json' }, body, problem: message };
}
