import { holds, lacking, refused, same, success, textAt } from '@parley/rules/expect.ts';
import type { User } from '@parley/rules/ground.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import { allHeardOf, crowd, PASSWORD, userSeenBy, withPassword } from '@parley/rules/steps/common.ts';
import type { World } from '@parley/rules/world.ts';

const FETCH = 'fetch-api-key';
const RENEW = 'regenerate-api-key';

function login(w: World, username: string, password: string, host?: string) {
  return w.ask('POST', '/fetch_api_key', {
    form: { username, password },
    ...(host === undefined ? {} : { host }),
  });
}

async function renewed(w: World, user: User): Promise<User> {
  const answer = success(await w.ask('POST', '/users/me/api_key/regenerate', { as: user }));
  return { ...user, key: textAt(answer, 'api_key') };
}

export const apiKeyRules: readonly Rule[] = [
  rule(
    'KEY-1',
    FETCH,
    'The right password is exchanged for key, real address and id, without other credentials.',
    async (w) => {
      const { id, email } = await withPassword(w);
      const { body } = success(await login(w, email, PASSWORD));
      same([body['email'], body['user_id']], [email, id], 'email and user_id');
      holds(/^[A-Za-z0-9]{32}$/.test(String(body['api_key'])), 'a key of 32 letters and digits', body);
    },
  ),
  rule('KEY-2', FETCH, 'The key that was fetched lets in.', async (w) => {
    const { id, email } = await withPassword(w);
    const key = textAt(success(await login(w, email, PASSWORD)), 'api_key');
    same(success(await w.ask('GET', '/users/me', { as: { email, key } })).at('user_id'), id, 'user_id');
  }),
  rule('KEY-3', FETCH, 'The letter case of the name and spaces around it do not matter.', async (w) => {
    const { id, email } = await withPassword(w);
    same(success(await login(w, ` ${email.toUpperCase()} `, PASSWORD)).at('user_id'), id, 'user_id');
  }),
  rule('KEY-4', FETCH, 'A wrong password is refused.', async (w) => {
    const { email } = await withPassword(w);
    refused(await login(w, email, 'wrong'), 'AUTHENTICATION_FAILED');
  }),
  rule('KEY-5', FETCH, 'An empty password is refused like a wrong one.', async (w) => {
    const { email } = await withPassword(w);
    refused(await login(w, email, ''), 'AUTHENTICATION_FAILED');
  }),
  rule('KEY-6', FETCH, 'An account that does not exist is refused like a wrong password.', async (w) => {
    const { email } = await withPassword(w);
    const wrong = await login(w, email, 'wrong');
    const unknown = await login(w, `${w.unique('nobody')}@example.com`, 'wrong');
    same([unknown.status, unknown.body], [wrong.status, wrong.body], 'status and body');
  }),
  rule('KEY-7', FETCH, 'A name that is no address is a bad request.', async (w) => {
    refused(await login(w, 'not-an-address', PASSWORD));
  }),
  rule('KEY-8', FETCH, 'A deactivated account gets an error that says so.', async (w) => {
    const { id, email } = await withPassword(w);
    success(await w.ask('DELETE', `/users/${id}`, { as: await w.owner() }));
    refused(await login(w, email, PASSWORD), 'USER_DEACTIVATED');
  }),
  rule('KEY-9', FETCH, 'A deactivated organization gets an error that says so.', async (w) => {
    const own = w.own();
    const { email } = await withPassword(w);
    await own.deactivateOrganization(await w.host());
    refused(await login(w, email, PASSWORD), 'REALM_DEACTIVATED');
  }),
  rule('KEY-10', FETCH, 'A host without an organization is not found.', async (w) => {
    const host = `nobody-here.${w.own().externalHost}`;
    refused(await login(w, 'x@example.com', PASSWORD, host), 'NONEXISTENT_SUBDOMAIN');
  }),
  rule('KEY-11', FETCH, 'An account of another organization is refused like a wrong password.', async (w) => {
    const { email } = await withPassword(w);
    const host = await (await w.neighbour()).host();
    refused(await login(w, email, PASSWORD, host), 'AUTHENTICATION_FAILED');
  }),
  rule('KEY-12', FETCH, 'Both parameters are required.', async (w) => {
    lacking(await w.ask('POST', '/fetch_api_key', { form: { password: 'x' } }), 'username');
    lacking(await w.ask('POST', '/fetch_api_key', { form: { username: 'x@example.com' } }), 'password');
  }),
  rule('KEY-13', FETCH, 'Only POST is allowed.', async (w) => {
    same((await w.ask('GET', '/fetch_api_key')).status, 405, 'the status');
  }),
  rule('KEY-14', FETCH, 'Passwords can be switched off.', async (w) => {
    w.own();
    const { email } = await withPassword(w);
    const form = { authentication_methods: { Email: false, GitHub: true } };
    success(await w.ask('PATCH', '/realm', { as: await w.owner(), form }));
    refused(await login(w, email, PASSWORD), 'PASSWORD_AUTH_DISABLED');
  }),
  rule('KEY-15', FETCH, 'A password is compared exactly: spaces around it matter.', async (w) => {
    const { email } = await withPassword(w);
    refused(await login(w, email, `${PASSWORD} `), 'AUTHENTICATION_FAILED');
  }),
  rule('KEY-16', RENEW, 'A new key lets in.', async (w) => {
    const user = await w.user();
    success(await w.ask('GET', '/users/me', { as: await renewed(w, user) }));
  }),
  rule('KEY-17', RENEW, 'The old key is refused from then on.', async (w) => {
    const user = await w.user();
    await renewed(w, user);
    refused(await w.ask('GET', '/users/me', { as: user }), 'UNAUTHORIZED');
  }),
  rule('KEY-18', RENEW, 'The new key has 32 letters and digits and differs from the old one.', async (w) => {
    const user = await w.user();
    const { key } = await renewed(w, user);
    holds(/^[A-Za-z0-9]{32}$/.test(key) && key !== user.key, 'a new key', key);
  }),
  rule('KEY-19', RENEW, 'Guests and bots may renew their keys too.', async (w) => {
    const guest = await w.user({ role: 600 });
    success(await w.ask('GET', '/users/me', { as: await renewed(w, guest) }));
    const bot = await w.bot(await w.owner());
    success(await w.ask('GET', '/users/me', { as: await renewed(w, bot) }));
  }),
  rule('KEY-20', RENEW, 'No event reports a renewed key.', async (w) => {
    const user = await w.user();
    const queue = await w.listen(await w.owner(), { fetch_event_types: [] });
    await renewed(w, user);
    same(await queue.events(), [], 'the events of the owner');
  }),
  rule('KEY-21', RENEW, 'A poll that waits with the old key ends.', async (w) => {
    const user = await w.user();
    const { id, registered } = await w.listen(user, { event_types: ['drafts'], fetch_event_types: [] });
    const query = { queue_id: id, last_event_id: registered.at('last_event_id') };
    const poll = w.ask('GET', '/events', { as: user, query });
    await new Promise((resolve) => setTimeout(resolve, 200));
    await renewed(w, user);
    same((await poll).status, 401, 'the status of the poll');
  }),
  rule(
    'KEY-22',
    FETCH,
    'The first login to an account that the API created sets `date_joined` with an event; later logins do not.',
    async (w) => {
      const [first, later] = [await w.own().ahead(3600), await w.own().ahead(7200)];
      const { id, email } = await withPassword(w);
      const joined = async (): Promise<string> =>
        String((await userSeenBy(w, await w.owner(), id))['date_joined']);
      const created = await joined();
      const listeners = await crowd(w, ['realm_user']);
      const form = { username: email, password: PASSWORD };
      for (const url of [first, later]) success(await w.ask('POST', '/fetch_api_key', { form, url }));
      const date_joined = await joined();
      const minutes = (Date.parse(date_joined) - Date.parse(created)) / 60_000;
      holds(minutes >= 60 && minutes < 70, 'the time of the first login', { created, date_joined });
      await allHeardOf(listeners, id, [{ date_joined }]);
    },
  ),
];
