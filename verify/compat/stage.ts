import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from '@parley/server/engine/db/sql.ts';
import { createRealm } from '@parley/server/organization/realm/create-realm.ts';
import { createUserWithKey } from '@parley/server/organization/users/create-user.ts';
import { hashPassword } from '@parley/server/organization/users/passwords.ts';
import { absentPushEnvironment } from '@parley/test-support/absent.ts';
import { freePort } from '@parley/test-support/free-port.ts';
import { layGround } from '@parley/test-support/process/ground.ts';
import { startServerProcess } from '@parley/test-support/process/server-process.ts';
import { type Answer, hangUp, type Request, send } from '@parley/rules/wire.ts';

export type User = {
  readonly id: number;
  /** To log in with. */
  readonly email: string;
  /** Under which others know the user. */
  readonly address: string;
  readonly key: string;
};

/** A server process with users in it, and a way to ask it. */
export type Stage = {
  readonly url: string;
  readonly owner: User;
  readonly ada: User;
  readonly grace: User;
  /** Events of the first poll of a queue in which nothing happens. */
  readonly idle: Promise<readonly Record<string, unknown>[]>;
  readonly ask: (method: string, path: string, request?: Request) => Promise<Answer>;
  /** The same, where anything but a success is an accident. */
  readonly must: (method: string, path: string, request?: Request) => Promise<Answer>;
};

export const PASSWORD = 'a perfectly fine Passw0rd of some length';

/** Nobody logs in there; clients are shown that they could. */
const SIGN_ON = {
  PARLEY_OIDC_ISSUER: 'http://127.0.0.1:1',
  PARLEY_OIDC_CLIENT_ID: 'compat',
  PARLEY_OIDC_CLIENT_SECRET: 'compat',
};

export async function openStage(): Promise<{ stage: Stage; close: () => Promise<void> }> {
  const { environment, world, clear } = await layGround();
  const realmId = await createRealm(world.pool, { subdomain: '', name: 'Root' });
  const passwordHash = await hashPassword(PASSWORD);
  const user = async (email: string, fullName: string, role: 100 | 400): Promise<User> => {
    const made = await world.write(realmId, (tx) =>
      createUserWithKey(tx, world, { email, fullName, role, passwordHash }),
    );
    const { id } = made.user;
    return { id, email, address: `user${id}@parley.test`, key: made.apiKey };
  };
  const owner = await user('owner@example.com', 'Olive Owner', 100);
  const ada = await user('ada@example.com', 'Ada', 400);
  const grace = await user('grace@example.com', 'Grace', 400);
  await world.pool.all(sql`update realm_user set can_create_users = true where id = ${owner.id}`);
  const keys = await mkdtemp(path.join(tmpdir(), 'parley-compat-'));
  const push = absentPushEnvironment(path.join(keys, 'account.json'));
  const server = await startServerProcess({ ...environment, ...SIGN_ON, ...push }, await freePort());
  const ask: Stage['ask'] = (method, path, request = {}) =>
    send(server.url, method, path, { timeoutMs: 60_000, ...request });
  const must: Stage['must'] = async (method, path, request) => {
    const answer = await ask(method, path, request);
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return answer;
  };
  const idle = untilHeartbeat(must, grace);
  // The check that awaits it reports the error; if the run ends before that, the error is not reported.
  idle.catch(() => undefined);
  const stage: Stage = {
    url: server.url,
    owner,
    ada,
    grace,
    idle,
    ask,
    must,
  };
  return {
    stage,
    close: async () => {
      hangUp();
      await server.kill();
      await clear();
    },
  };
}

async function untilHeartbeat(must: Stage['must'], as: User): Promise<Record<string, unknown>[]> {
  const form = { event_types: ['alert_words'], fetch_event_types: ['realm'] };
  const made = await must('POST', '/register', { as, form });
  const query = { queue_id: made.at('queue_id'), last_event_id: made.at('last_event_id') };
  const patience = Number(made.at('event_queue_longpoll_timeout_seconds')) * 1000;
  return (await must('GET', '/events', { as, query, timeoutMs: patience })).at('events') as [];
}
