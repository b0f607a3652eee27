import { connect, constants, type ClientHttp2Session } from 'node:http2';
import { text } from 'node:stream/consumers';
import type { Clock } from '../../../../engine/clock.ts';
import { ATTEMPT_TIMEOUT_MS } from './protocol.ts';

/** Requests over one connection to a service of the operator, which is opened when it is needed. */
export type Http2Client = {
  post(headers: Readonly<Record<string, string>>, body: string): Promise<Http2Response>;
  close(): void;
};

export type Http2Response = { readonly status: number; readonly body: string };

export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
}

export function createHttp2Client(url: string, clock: Clock): Http2Client {
  let current: ClientHttp2Session | undefined;
  const drop = (session: ClientHttp2Session): void => {
    if (current === session) current = undefined;
  };
  const open = (): ClientHttp2Session => {
    if (current !== undefined && !current.closed && !current.destroyed) return current;
    const session = connect(url);
    // Requests report their own errors; the next one opens another connection.
    session.on('error', () => drop(session));
    session.on('goaway', () => drop(session));
    session.on('close', () => drop(session));
    current = session;
    return session;
  };
  return {
    post: async (headers, body) => {
      const session = open();
      // A connection that does not answer may be dead without an error.
      const cancel = clock.after(ATTEMPT_TIMEOUT_MS, () => session.destroy());
      try {
        return await exchange(session, headers, body);
      } catch (error) {
        throw new UnreachableError(`${new URL(url).host} gave no response.`, { cause: error });
      } finally {
        cancel();
      }
    },
    close: () => current?.destroy(),
  };
}

async function exchange(
  session: ClientHttp2Session,
  headers: Readonly<Record<string, string>>,
  body: string,
): Promise<Http2Response> {
  const stream = session.request({ [constants.HTTP2_HEADER_METHOD]: 'POST', ...headers });
  const response = new Promise<number>((resolve, reject) => {
    stream.once('response', ({ [constants.HTTP2_HEADER_STATUS]: status }) => resolve(Number(status)));
    stream.once('error', reject);
    stream.once('close', () => reject(new Error('The connection was closed.')));
  });
  stream.end(body);
  const status = await response;
  return { status, body: await text(stream) };
}
