import { Agent, request as plainRequest, type IncomingHttpHeaders } from 'node:http';
import { Agent as SecureAgent, request as secureRequest } from 'node:https';
import { connect } from 'node:net';
import { connect as secureConnect } from 'node:tls';

export type Credentials = { readonly email: string; readonly key: string };
/** Text travels raw, everything else as JSON. A list of pairs can say a name twice. */
export type Fields = Readonly<Record<string, unknown>> | readonly (readonly [string, unknown])[];
export type FilePart = { readonly name: string; readonly content: string | Buffer };

export type Request = {
  readonly as?: Credentials | undefined;
  readonly form?: Fields;
  readonly query?: Fields;
  readonly multipart?: Fields;
  readonly files?: readonly FilePart[];
  /** A body as it is, with the content type in `headers`. */
  readonly raw?: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
  readonly host?: string;
  /** Instead of the server of the suite. */
  readonly url?: string;
  /** Where the path starts; `/api/v1` unless said otherwise. */
  readonly below?: string;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
};

export type Answer = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** The value at a path in the body; undefined if there is none. */
  at(...path: readonly (string | number)[]): unknown;
};

/** How long an answer may take: longer than any that a busy machine gives. */
const PATIENCE_MS = 60_000;

const agents = { http: new Agent({ keepAlive: true }), https: new SecureAgent({ keepAlive: true }) };

/** Ends all connections, so that servers need not wait for them. */
export function hangUp(): void {
  agents.http.destroy();
  agents.https.destroy();
}

export function send(url: string, method: string, path: string, request: Request): Promise<Answer> {
  const target = new URL(request.url ?? url);
  const secure = target.protocol === 'https:';
  const { body, type } = bodyOf(request);
  const query = request.query === undefined ? '' : `?${encodeFields(request.query)}`;
  return new Promise((resolve, reject) => {
    const outgoing = (secure ? secureRequest : plainRequest)(
      {
        host: target.hostname,
        port: target.port,
        method,
        path: `${request.below ?? '/api/v1'}${path}${query}`,
        agent: secure ? agents.https : agents.http,
        headers: {
          host: request.host ?? target.host,
          ...(request.as === undefined ? {} : { authorization: basic(request.as) }),
          ...(type === undefined ? {} : { 'content-type': type }),
          ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
          ...request.headers,
        },
        timeout: request.timeoutMs ?? PATIENCE_MS,
        ...(request.signal === undefined ? {} : { signal: request.signal }),
      },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', reject);
        incoming.on('end', () => {
          resolve(
            toAnswer(incoming.statusCode ?? 0, incoming.headers, Buffer.concat(chunks).toString('utf8')),
          );
        });
      },
    );
    outgoing.on('timeout', () => outgoing.destroy(new Error(`${method} ${path} was not answered in time`)));
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** Bytes as they are, for requests that no HTTP library would send; answers with status and body. */
export function sendBytes(url: string, bytes: string): Promise<Answer> {
  const { hostname, port, protocol } = new URL(url);
  const secure = protocol === 'https:';
  const at = { host: hostname, port: Number(port === '' ? (secure ? 443 : 80) : port) };
  return new Promise((resolve, reject) => {
    const socket = secure ? secureConnect({ ...at, servername: hostname }) : connect(at);
    let text = '';
    socket.setTimeout(PATIENCE_MS, () =>
      socket.destroy(new Error('the raw request was not answered in time')),
    );
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8');
    });
    socket.on('error', reject);
    socket.on('close', () => {
      const [head = '', ...rest] = text.split('\r\n\r\n');
      resolve(toAnswer(Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1] ?? 0), {}, rest.join('\r\n\r\n')));
    });
    socket.write(bytes);
  });
}

export function basic({ email, key }: Credentials): string {
  return `Basic ${Buffer.from(`${email}:${key}`, 'utf8').toString('base64')}`;
}

export function encodeFields(fields: Fields): string {
  return new URLSearchParams(pairsOf(fields)).toString();
}

function pairsOf(fields: Fields): [string, string][] {
  const pairs = Array.isArray(fields)
    ? (fields as readonly (readonly [string, unknown])[])
    : Object.entries(fields);
  return pairs
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]);
}

const BOUNDARY = 'conformance-boundary-7f3a';

function bodyOf(request: Request): { body?: string | Buffer; type?: string } {
  if (request.raw !== undefined) return { body: request.raw };
  if (request.multipart !== undefined || request.files !== undefined) {
    return {
      body: multipartBody(request.multipart ?? {}, request.files ?? []),
      type: `multipart/form-data; boundary=${BOUNDARY}`,
    };
  }
  if (request.form === undefined) return {};
  return { body: encodeFields(request.form), type: 'application/x-www-form-urlencoded' };
}

function multipartBody(fields: Fields, files: readonly FilePart[]): Buffer {
  const parts = pairsOf(fields).map(
    ([name, value]) => `content-disposition: form-data; name="${name}"\r\n\r\n${value}`,
  );
  const attached = files.map(({ name, content }) =>
    Buffer.concat([
      Buffer.from(
        `content-disposition: form-data; name="${name}"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`,
      ),
      typeof content === 'string' ? Buffer.from(content) : content,
    ]),
  );
  return Buffer.concat([
    ...[...parts.map((part) => Buffer.from(part)), ...attached].flatMap((part) => [
      Buffer.from(`--${BOUNDARY}\r\n`),
      part,
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${BOUNDARY}--\r\n`),
  ]);
}

export function toAnswer(status: number, headers: IncomingHttpHeaders, text: string): Answer {
  const body = parse(text);
  return {
    status,
    headers,
    text,
    body,
    at: (...path) => {
      let value: unknown = body;
      for (const step of path) value = (value as Record<string | number, unknown> | null | undefined)?.[step];
      return value;
    },
  };
}

function parse(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
