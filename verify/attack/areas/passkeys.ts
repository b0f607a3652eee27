import type { PasskeyRequest } from '@parley/contract/endpoints/passkeys.ts';
import { q } from '@parley/server/engine/db/sql.ts';
import { storeAuthenticator } from '@parley/test-support/authenticator.ts';
import { storePasskey, type SoftwarePasskey } from '@parley/test-support/passkey.ts';
import { evidence, type Attack } from '../attack.ts';
import type { Account, Answer, Call, Send } from '../client.ts';
import { EVIL_HOST, HOST, PASSWORD, type Stage } from '../stage.ts';
import { cookieFor, fetchKey, OWN_PAGE, prepared, textOf } from './helpers.ts';

const ORIGIN = `http://${HOST}`;
/** A host of an attacker that users may take for ours. */
const SIMILAR_HOST = 'parley-log-in.test';

type Victim = Account & { readonly passkey: SoftwarePasskey };
type Started = { readonly state: string; readonly options: PasskeyRequest };

async function victimOf({ account, server }: Stage): Promise<Victim> {
  const user = await account();
  return { ...user, passkey: await storePasskey(server.server.world, user, ORIGIN) };
}

/** Headers of a page at a host. */
function pageAt(host: string): Pick<Call, 'host' | 'headers'> {
  return { host, headers: { ...OWN_PAGE, origin: `http://${host}` } };
}

async function start(send: Send, host = HOST): Promise<Started> {
  const { json } = await send('/json/session/passkey/start', { method: 'POST', ...pageAt(host) });
  return { state: textOf(json, 'state'), options: json['options'] as PasskeyRequest };
}

function finish(send: Send, state: string, used: object, host = HOST): Promise<Answer> {
  return send('/json/session/passkey', { form: { state, passkey: JSON.stringify(used) }, ...pageAt(host) });
}

/** The second step of a log-in with the password. */
async function step(send: Send, { email }: Account): Promise<Started> {
  const asked = await send('/json/session', {
    form: { username: email, password: PASSWORD },
    ...pageAt(HOST),
  });
  const state = textOf(asked.json, 'state');
  const { json } = await send('/json/session/second-step/passkey', { form: { state }, ...pageAt(HOST) });
  return { state, options: json['options'] as PasskeyRequest };
}

function pass(send: Send, state: string, used: object): Promise<Answer> {
  const form = { state, passkey: JSON.stringify(used) };
  return send('/json/session/second-step', { form, ...pageAt(HOST) });
}

function isIn({ status, headers }: Answer): boolean {
  return status === 200 && headers['set-cookie'] !== undefined;
}

function verdict(answers: readonly Answer[]) {
  return evidence(answers.some(isIn), answers.map(({ status }) => status).join(', '));
}

/** Attempts to log in with a passkey of another user, and to change second steps from a browser that was left open. */
export const passkeyAttacks: readonly Attack[] = [
  {
    name: 'a stranger who saw the answer of a passkey sends it again',
    success: 'it works twice',
    attempt: async (stage) => {
      const { send, from } = stage;
      const { passkey } = await victimOf(stage);
      const [first, other] = [await start(send), await start(send)];
      const used = passkey.use(first.options);
      await prepared(finish(from('127.9.5.1'), first.state, used));
      return verdict([await finish(send, first.state, used), await finish(send, other.state, used)]);
    },
  },
  {
    name: 'an answer of a passkey is used for another log-in, user, purpose or organization',
    success: 'it logs in there',
    attempt: async (stage) => {
      const { send } = stage;
      const [victim, own] = [await victimOf(stage), await victimOf(stage)];
      const [first, other] = [await start(send), await start(send)];
      const [waiting, elsewhere] = [await step(send, victim), await start(send, EVIL_HOST)];
      return verdict([
        await finish(send, other.state, victim.passkey.use(first.options)),
        await pass(send, waiting.state, own.passkey.use(waiting.options)),
        await pass(send, waiting.state, victim.passkey.use(first.options)),
        await finish(send, waiting.state, victim.passkey.use(waiting.options)),
        await finish(send, elsewhere.state, victim.passkey.use(elsewhere.options), EVIL_HOST),
        await finish(send, elsewhere.state, victim.passkey.use(elsewhere.options)),
      ]);
    },
  },
  {
    name: 'a page of a similar name passes the answer of a passkey on',
    success: 'it logs the attacker in',
    attempt: async (stage) => {
      const { send } = stage;
      const { passkey } = await victimOf(stage);
      const answers: Answer[] = [];
      for (const host of [HOST, SIMILAR_HOST]) {
        const { state, options } = await start(send, host);
        const used = passkey.use(options, { origin: `http://${SIMILAR_HOST}` });
        answers.push(await finish(send, state, used, host));
      }
      return verdict(answers);
    },
  },
  {
    name: 'a finder of a security key logs in with it alone, without its PIN',
    success: 'the key alone logs in',
    attempt: async (stage) => {
      const { send } = stage;
      const { passkey } = await victimOf(stage);
      const { state, options } = await start(send);
      return verdict([await finish(send, state, passkey.use(options, { isUnverified: true }))]);
    },
  },
  {
    name: 'a copy of a passkey logs in with the counter of the original',
    success: 'the counter is accepted again',
    attempt: async (stage) => {
      const { send } = stage;
      const { passkey } = await victimOf(stage);
      const first = await start(send);
      await prepared(finish(send, first.state, passkey.use(first.options, { counter: 5 })));
      const second = await start(send);
      return verdict([await finish(send, second.state, passkey.use(second.options, { counter: 5 }))]);
    },
  },
  {
    name: 'a removed passkey logs in',
    success: 'it still logs in',
    attempt: async (stage) => {
      const { send, server } = stage;
      const victim = await victimOf(stage);
      const { state, options } = await start(send);
      const used = victim.passkey.use(options);
      const { pool } = server.server.world;
      await pool.all(q.deleteFrom('second_step').where('user_id', '=', victim.id));
      return verdict([await finish(send, state, used)]);
    },
  },
  {
    name: 'a finder of a browser that was left open changes the second steps',
    success: 'a second step or recovery codes change without a proof',
    attempt: async (stage) => {
      const { send, account, server } = stage;
      const user = await account();
      const cookie = await cookieFor(send, user, PASSWORD);
      await storeAuthenticator(server.server.world, user);
      const headers = { ...OWN_PAGE, cookie };
      const listed = await send('/json/second-steps', { headers });
      const [one] = listed.json['second_steps'] as readonly { readonly id: number }[];
      const answers = [
        await send(`/json/second-steps/${one?.id ?? 0}`, { method: 'DELETE', headers }),
        await send('/json/recovery-codes', { method: 'POST', headers }),
        await send('/json/second-steps', { method: 'POST', headers }),
        await send('/json/passkeys', { method: 'POST', headers }),
      ];
      const isOpen = (await fetchKey(send, user.email, PASSWORD)).json['api_key'] !== undefined;
      const statuses = answers.map(({ status }) => status);
      return evidence(isOpen || statuses.includes(200), statuses.join(', '));
    },
  },
];
