import { Agent, request } from 'node:http';

/** A member of an organization as an HTTP client; plain data, so that threads can receive it. */
export type Member = { readonly id: number; readonly host: string; readonly authorization: string };

export type Exchange = {
  readonly method?: string;
  readonly path: string;
  readonly form?: Readonly<Record<string, string>>;
  readonly file?: { readonly name: string; readonly content: Uint8Array };
  readonly headers?: Readonly<Record<string, string>>;
};

export type Answer = { readonly status: number; readonly body: string };

/** Sends a request as a member. */
export type Call = (member: Member, exchange: Exchange) => Promise<Answer>;

const TIMEOUT_MS = 60_000;
const BOUNDARY = 'parley-neighbors';

export function createCaller(url: string): { readonly call: Call; readonly close: () => void } {
  const agent = new Agent({ keepAlive: true });
  return { call: (member, exchange) => send(url, agent, member, exchange), close: () => agent.destroy() };
}

function send(url: string, agent: Agent, member: Member, exchange: Exchange): Promise<Answer> {
  const { method = 'GET', path, headers } = exchange;
  const { type, body } = bodyOf(exchange);
  return new Promise((resolve, reject) => {
    const sent = request(new URL(url), {
      agent,
      method,
      path: `/api/v1${path}`,
      headers: {
        host: member.host,
        authorization: member.authorization,
        ...(body === undefined ? {} : { 'content-type': type, 'content-length': body.length }),
        ...headers,
      },
    });
    sent.setTimeout(TIMEOUT_MS, () => sent.destroy(new Error(`${method} ${path} was not answered.`)));
    sent.on('error', reject);
    sent.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, body: String(Buffer.concat(chunks)) });
      });
    });
    sent.end(body);
  });
}

function bodyOf({ form, file }: Exchange): { type: string; body: Buffer | undefined } {
  if (file !== undefined) {
    const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="${file.name}"\r\n\r\n`;
    const body = Buffer.concat([Buffer.from(head), file.content, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]);
    return { type: `multipart/form-data; boundary=${BOUNDARY}`, body };
  }
  const body = form === undefined ? undefined : Buffer.from(new URLSearchParams(form).toString());
  return { type: 'application/x-www-form-urlencoded', body };
}
