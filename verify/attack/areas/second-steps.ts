import { codeAt, storeAuthenticator } from '@parley/test-support/authenticator.ts';
import { evidence, type Attack } from '../attack.ts';
import type { Account, Answer, Send } from '../client.ts';
import { EVIL_HOST, PASSWORD, type Stage } from '../stage.ts';
import { ageLogIns, cookieFor, fetchKey, OWN_PAGE, prepared, textOf } from './helpers.ts';

const NEW_PASSWORD = 'an entirely different long secret';
/** Codes for the second step of a user that are tried in half an hour, from all addresses. */
const MAX_CODES = 20;

type Victim = Account & { readonly secret: string };

/** An account with an authenticator app, whose password the attacker knows. */
async function victimOf({ account, server }: Stage): Promise<Victim> {
  const user = await account();
  return { ...user, secret: await storeAuthenticator(server.server.world, user) };
}

/** The state of a log-in with the right password. */
async function stateOf(send: Send, { email, host }: Account, password = PASSWORD): Promise<string> {
  const form = { username: email, password };
  return textOf((await send('/json/session', { form, host, headers: OWN_PAGE })).json, 'state');
}

function pass(send: Send, state: string, code: string, host?: string): Promise<Answer> {
  return send('/json/session/second-step', {
    form: { state, code },
    headers: host === undefined ? OWN_PAGE : { ...OWN_PAGE, origin: `http://${host}` },
    ...(host === undefined ? {} : { host }),
  });
}

function isIn({ status, headers, json }: Answer): boolean {
  return status === 200 && (headers['set-cookie'] !== undefined || json['api_key'] !== undefined);
}

/** Attempts to log in with the password of a user whose log-ins need a code. */
export const secondStepAttacks: readonly Attack[] = [
  {
    name: 'a stranger knows the password, and logs in by each way that takes one',
    success: 'one of them gives a session or key',
    attempt: async (stage) => {
      const { send } = stage;
      const { email } = await victimOf(stage);
      const form = { username: email, password: PASSWORD };
      const answers = [
        await fetchKey(send, email, PASSWORD),
        await send('/api/v1/fetch_api_key', { form: { ...form, code: '' } }),
        await send('/json/session', { form, headers: OWN_PAGE }),
        await send('/json/session', { form: { ...form, code: '', state: '' }, headers: OWN_PAGE }),
      ];
      return evidence(answers.some(isIn), answers.map(({ status }) => status).join(', '));
    },
  },
  {
    name: 'a stranger who reads the mail of a user chooses a new password',
    success: 'the new password alone logs in',
    attempt: async (stage) => {
      const { send, mailbox } = stage;
      const { email } = await victimOf(stage);
      await send('/reset-password', { form: { email } });
      const { text } = await mailbox.emailTo(email);
      const path = /http:\/\/parley\.test(\/reset-password\/\w+)/.exec(text)?.[1] ?? '';
      const reset = await prepared(send(path, { form: { password: NEW_PASSWORD } }));
      const form = { username: email, password: NEW_PASSWORD };
      const answers = [
        reset,
        await fetchKey(send, email, NEW_PASSWORD),
        await send('/json/session', { form, headers: OWN_PAGE }),
      ];
      return evidence(answers.some(isIn), answers.map(({ status }) => status).join(', '));
    },
  },
  {
    name: 'a stranger who saw a code sends it again, by another way',
    success: 'it works twice',
    attempt: async (stage) => {
      const { send, from } = stage;
      const { secret, ...user } = await victimOf(stage);
      const states = [await stateOf(send, user), await stateOf(send, user)] as const;
      const code = codeAt(secret, Date.now());
      await prepared(pass(from('127.9.3.1'), states[0], code));
      const form = { username: user.email, password: PASSWORD, code };
      const answers = [
        await pass(send, states[0], code),
        await pass(send, states[1], code),
        await send('/api/v1/fetch_api_key', { form }),
      ];
      return evidence(answers.some(isIn), answers.map(({ status }) => status).join(', '));
    },
  },
  {
    name: 'a stranger guesses codes from forty addresses',
    success: `more than ${MAX_CODES} guesses are tried`,
    attempt: async (stage) => {
      const { send, from } = stage;
      const state = await stateOf(send, await victimOf(stage));
      const answers: Answer[] = [];
      for (let n = 0; n < 40; n += 1) answers.push(await pass(from(`127.9.4.${n + 1}`), state, '000000x'));
      const tried = answers.filter(({ status }) => status === 401).length;
      return evidence(tried > MAX_CODES || tried === 0, `${tried} guesses`);
    },
  },
  {
    name: 'a finder of an old key or browser removes the second step',
    success: 'the password alone logs in',
    attempt: async (stage) => {
      const { send, account, server } = stage;
      const user = await account();
      const cookie = await cookieFor(send, user, PASSWORD);
      const { world } = server.server;
      await storeAuthenticator(world, user);
      await ageLogIns(server, user);
      const listed = await send('/json/second-steps', { headers: { ...OWN_PAGE, cookie } });
      const [step] = listed.json['second_steps'] as readonly { readonly id: number }[];
      const path = `/second-steps/${step?.id ?? 0}`;
      const method = 'DELETE';
      await send(`/json${path}`, { method, headers: { ...OWN_PAGE, cookie } });
      await send(`/json${path}`, { method, as: user, headers: OWN_PAGE });
      await send(`/api/v1${path}`, { method, as: user });
      return evidence(isIn(await fetchKey(send, user.email, PASSWORD)), 'the second step is gone');
    },
  },
  {
    name: 'a user with an own app continues the log-in of a victim',
    success: 'the own code passes for the victim',
    attempt: async (stage) => {
      const { send } = stage;
      const [victim, own] = [await victimOf(stage), await victimOf(stage)];
      const passed = await pass(send, await stateOf(send, victim), codeAt(own.secret, Date.now()));
      return evidence(isIn(passed), `status ${passed.status}`);
    },
  },
  {
    name: 'the state of a log-in is used at the host of another organization',
    success: 'it goes on there',
    attempt: async (stage) => {
      const { send } = stage;
      const victim = await victimOf(stage);
      const state = await stateOf(send, victim);
      const passed = await pass(send, state, codeAt(victim.secret, Date.now()), EVIL_HOST);
      return evidence(isIn(passed), `status ${passed.status}`);
    },
  },
  {
    name: 'a foreign page sends the second step of its own log-in',
    success: 'the browser of its visitor is logged in',
    attempt: async (stage) => {
      const { send } = stage;
      const attacker = await victimOf(stage);
      const state = await stateOf(send, attacker);
      const form = { state, code: codeAt(attacker.secret, Date.now()) };
      const headers = { origin: `http://${EVIL_HOST}`, 'sec-fetch-site': 'same-site' };
      const answers = [
        await send('/json/session/second-step', { form, headers }),
        await send('/json/session/second-step', { form, headers: { ...headers, 'x-parley': 'web' } }),
        await send(`/second-step/${state}`, { form, headers }),
      ];
      return evidence(answers.some(isIn), answers.map(({ status }) => status).join(', '));
    },
  },
  {
    name: 'a stranger knows the password, and sets up an app for an account that has one',
    success: 'the app of the stranger is added, or logs in',
    attempt: async (stage) => {
      const { send } = stage;
      const victim = await victimOf(stage);
      const state = await stateOf(send, victim);
      const made = await send('/json/session/second-step/set-up', { form: { state }, headers: OWN_PAGE });
      const secret = made.status === 200 ? textOf(made.json, 'secret') : victim.secret;
      const form = { state, code: codeAt(secret, Date.now()) };
      const path = '/json/session/second-step/set-up/confirm';
      const done = await send(path, { form, headers: OWN_PAGE });
      return evidence(made.status === 200 || isIn(done), `${made.status}, ${done.status}`);
    },
  },
];
