import { sql } from '@parley/server/engine/db/sql.ts';
import type { TestServer } from '@parley/test-support/harness.ts';
import type { Account, Answer, Send } from '../client.ts';

/** Creates a channel and returns its id. */
export async function channelOf(
  send: Send,
  as: Account,
  name: string,
  options: Readonly<Record<string, string>> = {},
): Promise<number> {
  const { json } = await send('/api/v1/channels/create', {
    as,
    form: { name, subscribers: JSON.stringify([as.id]), ...options },
  });
  return numberOf(json, 'id');
}

/** Sends a message to a channel and returns its id. */
export async function sayIn(
  send: Send,
  as: Account,
  channelId: number,
  content: string,
  topic = 'talk',
): Promise<number> {
  const form = { type: 'channel', to: String(channelId), topic, content };
  return numberOf((await send('/api/v1/messages', { as, form })).json, 'id');
}

/** Uploads a file and returns the answer, with the path in `url`. */
export function upload(
  send: Send,
  as: Account,
  file: { readonly name: string; readonly type: string; readonly content: string | Uint8Array },
): Promise<Answer> {
  const boundary = 'parley-attack-boundary';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${file.name}"\r\nContent-Type: ${file.type}\r\n\r\n`;
  return send('/api/v1/user_uploads', {
    method: 'POST',
    as,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([
      Buffer.from(head),
      Buffer.from(file.content),
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
  });
}

/** Logs in with the API and returns the answer, with the key in `api_key`. */
export function fetchKey(send: Send, username: string, password: string, host?: string): Promise<Answer> {
  return send('/api/v1/fetch_api_key', {
    form: { username, password },
    ...(host === undefined ? {} : { host }),
  });
}

/** Headers that a page of the organization sends below `/json`. */
export const OWN_PAGE = { origin: 'http://parley.test', 'x-parley': 'web' } as const;

/** The cookie of a new session, as the Cookie header wants it. */
export async function cookieFor(
  send: Send,
  { email }: Account,
  password: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  const answer = await send('/json/session', {
    form: { username: email, password },
    headers: { ...OWN_PAGE, ...headers },
  });
  return [answer.headers['set-cookie']].flat()[0]?.split(';')[0] ?? '';
}

export function numberOf(json: Readonly<Record<string, unknown>>, name: string): number {
  const value = json[name];
  if (typeof value !== 'number') throw new Error(`${name} is missing in ${JSON.stringify(json)}`);
  return value;
}

export function textOf(json: Readonly<Record<string, unknown>>, name: string): string {
  const value = json[name];
  if (typeof value !== 'string') throw new Error(`${name} is missing in ${JSON.stringify(json)}`);
  return value;
}

/** Passes on the answer to a preparation; an attack that cannot be prepared proves nothing, so it fails loudly. */
export async function prepared(answer: Promise<Answer>): Promise<Answer> {
  const { status, text } = await answer;
  if (status !== 200) throw new Error(`a preparation was refused with ${status}: ${text.slice(0, 200)}`);
  return answer;
}

export function times<T>(count: number, make: (n: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, n) => make(n)));
}

/** Lets the log-ins of a fresh account be an hour old, as those of a device that is found later. */
export async function ageLogIns({ server }: TestServer, { id }: Pick<Account, 'id'>): Promise<void> {
  await server.world.pool.all(
    sql`update credential set created_at = created_at - interval '1 hour' where user_id = ${id}`,
  );
}
