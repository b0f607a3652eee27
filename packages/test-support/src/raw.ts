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
  readonly headers?: Readonly<Record<string, string>>;
};

/** A request as it stands, past the SDK: for what no well-behaved client would send, and for pages. */
export function raw(server: { readonly url: string }, path: string, options: RawRequest = {}) {
  return new Promise<RawAnswer>((resolve, reject) => {
    const { method = 'GET', as, host, form, headers } = options;
    const sent = request(new URL(server.url), {
      method,
      path,
      headers: {
        ...(host === undefined ? {} : { host }),
        ...(as === undefined ? {} : { authorization: basic(as) }),
        ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
        ...headers,
      },
    });
    sent.on('error', reject);
    sent.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('error', reject);
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const body = Buffer.concat(chunks);
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body,
          json: () => JSON.parse(body.toString('utf8')) as Record<string, unknown>,
        });
      });
    });
    sent.end(form === undefined ? undefined : new URLSearchParams(form).toString());
  });
}

function basic({ email, apiKey }: Pick<TestUser, 'email' | 'apiKey'>): string {
  return `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}`;
}
