import { readFileSync } from 'node:fs';
import { createConnection } from '@parley/client/connection.ts';
import { createBot } from '@parley/contract/endpoints/bots.ts';
import { createGrant } from '@parley/contract/endpoints/grants.ts';
import { createInviteLink } from '@parley/contract/endpoints/invites.ts';
import { getEvents, registerQueue } from '@parley/contract/endpoints/queues.ts';
import { updateSettings } from '@parley/contract/endpoints/settings.ts';
import { getStreamEmailAddress } from '@parley/contract/endpoints/streams.ts';
import { getFileTemporaryUrl } from '@parley/contract/endpoints/uploads.ts';
import { deactivateUser, getOwnUser, updateUser } from '@parley/contract/endpoints/users.ts';
import { storeAuthenticator } from '@parley/test-support/authenticator.ts';
import {
  openBrowser,
  OWN_PAGE,
  PASSWORD,
  userWithPassword,
  type TestBrowser,
} from '@parley/test-support/browser.ts';
import { startTestServer, type TestServer, type TestUser } from '@parley/test-support/harness.ts';
import { startMailbox, type Mailbox } from '@parley/test-support/mailbox.ts';
import { raw } from '@parley/test-support/raw.ts';
import { sendFiles } from '@parley/test-support/send-files.ts';
import { openSmtp } from '@parley/test-support/smtp-client.ts';
import { channelOf } from '@parley/test-support/talk.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { unsubscribeUrlOf } from '../chat/notifications/unsubscribe/link.ts';
import { dayOf, gatewayAddressOf } from '../chat/mail-gateway/addresses.ts';
import { q } from '../engine/db/sql.ts';
import { holdLogin } from '../organization/second-steps/waiting-logins.ts';

const DOCUMENT = new URL('../../../../docs/security/bearer-values.md', import.meta.url);

let mailbox: Mailbox;
let server: TestServer;
let owner: TestUser;

beforeAll(async () => {
  mailbox = await startMailbox();
  const mailGateway = {
    pattern: '%s@in.parley.test',
    listen: { address: '127.0.0.1', port: 0 },
    replyDays: 14,
    authservId: undefined,
  };
  const mail = { url: mailbox.url, from: 'chat@parley.test' };
  server = await startTestServer((config) => ({ ...config, mail, mailGateway }));
  owner = await server.user({ role: 100 });
});
afterAll(async () => {
  await server.stop();
  await mailbox.stop();
});

/** Whether a value still works. */
type Probe = () => Promise<boolean>;

async function succeeds(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  );
}

function pageOpens(path: string): Probe {
  return async () => (await raw(server, path)).status === 200;
}

function addressIsTaken(address: string): Probe {
  return async () => {
    const talk = await openSmtp(server.server.mailPort ?? 0);
    await talk.say('MAIL FROM:<author@example.org>');
    const { status } = await talk.say(`RCPT TO:<${address}>`);
    talk.end();
    return status === 250;
  };
}

function linkIn(text: string): string {
  return /http:\/\/parley\.test(\/\S+\/\w{32})/.exec(text)?.[1] ?? '/no-link';
}

/** Makes each value of the table for a user. */
async function valuesOf(user: TestUser): Promise<Record<string, Probe>> {
  const session = await openBrowser(server, user);
  return {
    'API key': () => succeeds(user.connection.call(getOwnUser)),
    session: async () => (await session.ask('/users/me')).status === 200,
    grant: await grantOf(user),
    'event queue': await queueOf(user),
    'key of a bot': await botOf(user),
    'URL of an incoming webhook': await webhookOf(user),
    'unsubscribe link': unsubscribeLinkOf(user),
    'invitation link': await invitationOf(user),
    'temporary URL of a file': await temporaryFileOf(user),
    'log-in that waits for its second step': await waitingLoginOf(user),
    ...(await mailValuesOf(user)),
  };
}

async function grantOf(user: TestUser): Promise<Probe> {
  const wanted = { name: 'a script', scopes: ['see_directory' as const] };
  const { token } = await user.connection.call(createGrant, wanted);
  const credentials = { email: user.email, apiKey: token };
  const program = createConnection({ url: server.url, credentials });
  return () => succeeds(program.call(getOwnUser));
}

async function queueOf(user: TestUser): Promise<Probe> {
  const { queue_id } = await user.connection.call(registerQueue, {});
  const poll = { queue_id: queue_id ?? '', last_event_id: -1, dont_block: true };
  return () => succeeds(user.connection.call(getEvents, poll));
}

async function botOf(user: TestUser): Promise<Probe> {
  const name = `b${user.id}`;
  const { api_key: apiKey } = await user.connection.call(createBot, { full_name: name, short_name: name });
  const credentials = { email: `${name}-bot@parley.test`, apiKey };
  const bot = createConnection({ url: server.url, credentials });
  return () => succeeds(bot.call(getOwnUser));
}

async function webhookOf(user: TestUser): Promise<Probe> {
  const name = `w${user.id}`;
  const bot = { full_name: name, short_name: name, bot_type: 2 as const };
  const { api_key } = await user.connection.call(createBot, bot);
  const path = `/api/v1/external/json?api_key=${api_key}`;
  return async () => {
    const answer = await raw(server, path, { method: 'POST', form: { payload: '{}' } });
    return answer.status !== 401;
  };
}

function unsubscribeLinkOf({ id, realmId }: TestUser): Probe {
  const realm = { id: realmId, subdomain: '' };
  return pageOpens(new URL(unsubscribeUrlOf(server.server.world, realm, id, 'digest')).pathname);
}

async function invitationOf(user: TestUser): Promise<Probe> {
  const { invite_link } = await user.connection.call(createInviteLink, {});
  return pageOpens(new URL(invite_link).pathname);
}

async function temporaryFileOf(user: TestUser): Promise<Probe> {
  const { body } = await sendFiles(server, user, '/user_uploads', [Buffer.from('a plan')]);
  const [, realm = '', filename = ''] = /^\/user_uploads\/(\d+)\/(.*)$/.exec(String(body['url'])) ?? [];
  const place = { realm_id_str: Number(realm), filename };
  const { url } = await user.connection.call(getFileTemporaryUrl, place);
  return pageOpens(url);
}

/** A wrong code does not use the state up. */
async function waitingLoginOf({ realmId, id }: TestUser): Promise<Probe> {
  const { world } = server.server;
  const row = await world.pool.first(q.selectFrom('realm_user').selectAll().where('id', '=', id));
  if (row === undefined) throw new Error(`There is no user ${id}.`);
  await storeAuthenticator(world, { realmId, id });
  const state = await holdLogin(world, row, { factor: 'password', onward: { to: 'page' } });
  const request = { method: 'POST', form: { state, code: 'wrong' }, headers: OWN_PAGE };
  return async () => {
    const answer = await raw(server, '/json/session/second-step', request);
    return answer.json()['code'] === 'SECOND_STEP_FAILED';
  };
}

async function mailValuesOf(user: TestUser): Promise<Record<string, Probe>> {
  const { world } = server.server;
  const wanted = `new-${user.email}`;
  await raw(server, '/reset-password', { method: 'POST', form: { email: user.email } });
  const reset = linkIn((await mailbox.emailTo(user.email)).text);
  await user.connection.call(updateSettings, { email: wanted, old_password: PASSWORD });
  const confirmation = linkIn((await mailbox.emailTo(wanted)).text);
  const stream_id = await channelOf(server, `c${user.id}`, [user]);
  const { email } = await user.connection.call(getStreamEmailAddress, { stream_id });
  const reply = { kind: 'reply', realmId: user.realmId, userId: user.id, messageId: 1 } as const;
  const address = gatewayAddressOf(world, { ...reply, day: dayOf(world.clock.now()), epoch: 0 }) ?? '';
  return {
    'address for replies by e-mail': addressIsTaken(address),
    'address of a channel': addressIsTaken(email),
    'link to reset a password': pageOpens(reset),
    'link to confirm an e-mail address': pageOpens(confirmation),
  };
}

const acts: Record<string, (user: TestUser, other: TestBrowser) => Promise<unknown>> = {
  'new password': (_user, other) =>
    other.ask('/settings', {
      method: 'PATCH',
      form: { old_password: PASSWORD, new_password: 'an entirely different long secret' },
    }),
  'log-out of others': (_user, other) => other.ask('/sessions', { method: 'DELETE' }),
  deactivation: ({ id }) => owner.connection.call(deactivateUser, { user_id: id }),
  'change of role': ({ id }) => owner.connection.call(updateUser, { user_id: id, role: 400 }),
};

/** Rows of the table: the value, and what each act does to it. */
function documented(): Map<string, Map<string, string>> {
  const lines = readFileSync(DOCUMENT, 'utf8').split('\n');
  const start = lines.findIndex((line) => line.startsWith('| value | expires |'));
  const cells = (line: string): string[] =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
  const columns = cells(lines[start] ?? '').slice(2);
  const rows = lines.slice(start + 2, lines.indexOf('', start)).map(cells);
  return new Map(
    rows.map(([value = '', , ...states]) => [
      value,
      new Map(columns.map((act, index) => [act, states[index] ?? ''])),
    ]),
  );
}

test.each(Object.keys(acts))(
  'the table says what a %s does to each value',
  async (act) => {
    const user = await userWithPassword(server, { role: 200 });
    const other = await openBrowser(server, user);
    const values = await valuesOf(user);
    for (const [name, works] of Object.entries(values)) expect([name, await works()]).toEqual([name, true]);
    await acts[act]?.(user, other);
    const found: Record<string, string> = {};
    for (const [name, works] of Object.entries(values)) found[name] = (await works()) ? 'stays' : 'ends';
    const expected = [...documented()].map(([name, states]) => [name, states.get(act)]);
    expect(found).toEqual(Object.fromEntries(expected));
  },
  120_000,
);
