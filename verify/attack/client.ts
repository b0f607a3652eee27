import { request } from 'node:http';

/** An account that an attacker or a victim uses. */
export type Account = {
  readonly id: number;
  readonly email: string;
  readonly apiKey: string;
  readonly realmId: number;
  /** The host of its organization. */
  readonly host: string;
};

export type Call = {
  readonly method?: string;
  readonly as?: Account | undefined;
  readonly host?: string;
  readonly form?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
};

export type Answer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** The body as an object; empty if it is none. */
  readonly json: Readonly<Record<string, unknown>>;
};

export type Send = (path: string, call?: Call) => Promise<Answer>;

/** Time for a response; longer counts as none, with status 0. */
const TIMEOUT_MS = 30_000;

/** Sends requests from one address of the loopback network, because limits count by address. */
export function sendFrom(url: string, localAddress: string): Send {
  return (path, call = {}) =>
    new Promise((resolve) => {
      const { as, form, body = form === undefined ? undefined : new URLSearchParams(form).toString() } = call;
      const sent = request(new URL(url), {
        localAddress,
        agent: false,
        method: call.method ?? (body === undefined ? 'GET' : 'POST'),
        path,
        headers: {
          host: call.host ?? as?.host ?? 'parley.test',
          ...(as === undefined ? {} : { authorization: basicOf(as) }),
          ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
          ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
          ...call.headers,
        },
      });
      const fail = (): void => {
        resolve({ status: 0, headers: {}, text: '', json: {} });
      };
      sent.on('error', fail);
      sent.on('upgrade', ({ headers }, socket) => {
        socket.destroy();
        resolve({ status: 101, headers, text: '', json: {} });
      });
      sent.setTimeout(TIMEOUT_MS, () => sent.destroy());
      sent.on('response', (response) => {
        const chunks: Buffer[] = [];
        response.on('error', fail);
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text,
            json: parsed(text),
          });
        });
      });
      sent.end(body);
    });
}

export function basicOf({ email, apiKey }: Pick<Account, 'email' | 'apiKey'>): string {
  return `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}`;
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
