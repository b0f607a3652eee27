import { Agent, request } from 'node:http';
import { startTestServer, type TestServer, type TestUser } from '@parley/test-support/harness.ts';
import { PNG } from '@parley/test-support/pictures.ts';
import { sql } from '@parley/server/engine/db/sql.ts';
import { hashPassword } from '@parley/server/organization/users/passwords.ts';
import { beginSession } from '@parley/server/organization/credentials/begin.ts';
import { sessionCookies } from '@parley/contract/endpoints/sessions.ts';

export const HOST = 'parley.test';
export const SIBLING_HOST = 'evil.parley.test';
export const ORIGIN = `http://${HOST}`;
export const PASSWORD = 'correct horse battery staple';

/** Time for a request to be answered. */
const TIMEOUT_MS = 10_000;

export type ForgedAnswer = { readonly status: number; readonly headers: Readonly<Record<string, unknown>> };

export type Exchange = {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
};

/** A server with a victim, and an organization of an attacker on a sibling subdomain. */
export type ForgeryStage = {
  readonly server: TestServer;
  readonly victim: TestUser;
  /** Cookies of the victim, of an ended session, and of the attacker's own organization. */
  readonly cookies: { readonly valid: string; readonly ended: string; readonly sibling: string };
  /** A file of the victim, as a path below `/user_uploads/`. */
  readonly file: string;
  readonly queue: { readonly queue_id: string; readonly last_event_id: number };
  /** The cookie of another user, for a request that may end its session. */
  readonly freshCookie: () => Promise<string>;
  send(exchange: Exchange): Promise<ForgedAnswer>;
  /** Everything that a successful attack would change. */
  state(): Promise<string>;
  stop(): Promise<void>;
};

export async function openStage(): Promise<ForgeryStage> {
  const server = await startTestServer();
  const agent = new Agent({ keepAlive: true });
  const { world } = server.server;
  const passwordHash = await hashPassword(PASSWORD);
  const victim = await server.user({ passwordHash });
  const siblingRealm = await server.realm('evil');
  const attacker = await server.user({ realmId: siblingRealm, passwordHash, host: SIBLING_HOST });
  const cookieFor = async ({ id, realmId }: TestUser, hash: string | null): Promise<string> => {
    const token = await world.write(realmId, (tx) =>
      beginSession(tx, { id, password_hash: hash }, { name: 'Browser' }),
    );
    return `${sessionCookies.secure}=${token}`;
  };
  const send = (exchange: Exchange): Promise<ForgedAnswer> => sendTo(server.url, agent, exchange);
  const valid = await cookieFor(victim, passwordHash);
  const ended = await cookieFor(victim, passwordHash);
  const honest = { host: HOST, origin: ORIGIN, 'x-parley': 'web' };
  await send({ method: 'DELETE', path: '/json/session', headers: { ...honest, cookie: ended } });
  const sibling = await cookieFor(attacker, passwordHash);
  return {
    server,
    victim,
    cookies: { valid, ended, sibling },
    file: await uploadFile(server.url, valid),
    queue: await registerQueue(server.url, valid),
    freshCookie: async () => cookieFor(await server.user(), null),
    send,
    state: async () => {
      const row = await world.pool.first(
        sql`select (select json_agg(head order by realm_id) from realm_head) as heads,
          (select count(*) from credential) as sessions, (select count(*) from attachment) as files,
          (select count(*) from event_queue) as queues`,
      );
      return JSON.stringify(row);
    },
    stop: async () => {
      agent.destroy();
      await server.stop();
    },
  };
}

function sendTo(url: string, agent: Agent, { method, path, headers, body }: Exchange): Promise<ForgedAnswer> {
  return new Promise((resolve, reject) => {
    const sent = request(new URL(url), {
      agent,
      method,
      path,
      headers: {
        ...headers,
        ...(body === undefined
          ? {}
          : {
              'content-type': 'application/x-www-form-urlencoded',
              'content-length': Buffer.byteLength(body),
            }),
      },
    });
    sent.on('error', reject);
    sent.setTimeout(TIMEOUT_MS, () => sent.destroy(new Error(`${method} ${path} was not answered.`)));
    sent.on('upgrade', (answer, socket) => {
      socket.destroy();
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers });
    });
    sent.on('response', (answer) => {
      answer.resume();
      answer.on('end', () => {
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers });
      });
    });
    sent.end(body);
  });
}

/** `fetch` writes the multipart body but not the Host header, which names the root organization anyway. */
async function uploadFile(url: string, cookie: string): Promise<string> {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(PNG)]), 'picture.png');
  const answer = await fetch(`${url}/json/user_uploads`, {
    method: 'POST',
    body,
    headers: ownPage(url, cookie),
  });
  return ((await answer.json()) as { url: string }).url.replace('/user_uploads/', '');
}

async function registerQueue(url: string, cookie: string): Promise<ForgeryStage['queue']> {
  const answer = await fetch(`${url}/json/register`, {
    method: 'POST',
    headers: ownPage(url, cookie),
    body: new URLSearchParams({ event_types: '["drafts"]', idle_queue_timeout: '3600' }),
  });
  return (await answer.json()) as ForgeryStage['queue'];
}

/** Headers of a page at the address of this machine, whose cookie has another name. */
function ownPage(url: string, cookie: string): Record<string, string> {
  return {
    cookie: cookie.replace(sessionCookies.secure, sessionCookies.development),
    'x-parley': 'web',
    origin: url,
  };
}
