import { request } from 'node:http';
import type { TestUser } from './harness.ts';

export type RawAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
  /** The body as JSON. */
  json(): Record<string, unknown>;
};

export type RawRequest = {
  readonly method?: string;
  readonly as?: Pick<TestUser, 'email' | 'apiKey'>;
  readonly host?: string;
  readonly form?: Readonly<Record<string, string>>;
  /** A body of another kind; its type is one of the headers. */
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
};

/** A request as it stands, past the SDK: for what no well-behaved client would send, and for pages. */
export function raw(server: { readonly url: string }, path: string, options: RawRequest = {}) {
  return new Promise<RawAnswer>((resolve, reject) => {
    const { method = 'GET', as, host, form, headers } = options;
    const body = form === undefined ? options.body : new URLSearchParams(form).toString();
    const sent = request(new URL(server.url), {
      method,
      path,
      headers: {
        ...(host === undefined ? {} : { host }),
        ...(as === undefined ? {} : { authorization: basic(as) }),
        ...(body === undefined
          ? {}
          : {
              ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
              // Node.js sends no length with DELETE by itself.
              'content-length': String(Buffer.byteLength(body)),
            }),
        ...headers,
      },
    });
    sent.on('error', reject);
    sent.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('error', reject);
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const bytes = Buffer.concat(chunks);
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: bytes,
          json: () => JSON.parse(bytes.toString('utf8')) as Record<string, unknown>,
        });
      });
    });
    sent.end(body);
  });
}

function basic({ email, apiKey }: Pick<TestUser, 'email' | 'apiKey'>): string {
  return `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}`;
}
