import { endpoints } from '@parley/contract/endpoints.ts';
import { holds, refused, same, success } from '@parley/rules/expect.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import { dummyAddress } from '@parley/rules/steps/common.ts';
import type { World } from '@parley/rules/world.ts';

const OF = 'authentication';
const UNKNOWN_KEY = 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6';

function withHeader(w: World, authorization: string) {
  return w.ask('GET', '/drafts', { headers: { authorization } });
}

function encoded(text: string): string {
  return `Basic ${Buffer.from(text).toString('base64')}`;
}

export const authenticationRules: readonly Rule[] = [
  rule(
    'AUTH-1',
    OF,
    'Without credentials an operation answers 401 and asks for Basic authentication.',
    async (w) => {
      const answer = await w.ask('GET', '/drafts', { headers: { accept: '*/*' } });
      refused(answer, 'UNAUTHORIZED');
      same(answer.headers['www-authenticate'], 'Basic realm="zulip"', 'the header WWW-Authenticate');
    },
  ),
  rule('AUTH-2', OF, 'A client that asks for JSON without credentials gets 401.', async (w) => {
    refused(await w.ask('GET', '/drafts', { headers: { accept: 'application/json' } }), 'UNAUTHORIZED');
  }),
  rule(
    'AUTH-3',
    OF,
    'A browser without credentials is led to the login page, which knows where to return to.',
    async (w) => {
      const { status, headers } = await w.ask('GET', '/drafts', {
        headers: { accept: 'text/html,*/*;q=0.5' },
      });
      same(status, 302, 'the status');
      holds((headers.location ?? '').startsWith('/login/?next='), 'a way to /login/?next=', headers.location);
      holds(
        decodeURIComponent(headers.location ?? '').includes('/api/v1/drafts'),
        'the way back',
        headers.location,
      );
    },
  ),
  rule('AUTH-4', OF, 'A scheme other than Basic is a bad request, not a failed login.', async (w) => {
    refused(await withHeader(w, 'Digest x'));
    refused(await withHeader(w, 'Bearer x'));
  }),
  rule('AUTH-5', OF, 'The name of the scheme may be written in any letter case.', async (w) => {
    const { email, key } = await w.owner();
    success(await withHeader(w, encoded(`${email}:${key}`).replace('Basic', 'bAsIC')));
  }),
  rule('AUTH-6', OF, 'Credentials that are not base64 do not let in.', async (w) =>
    refused(await withHeader(w, 'Basic !!!!'), 'UNAUTHORIZED'),
  ),
  rule('AUTH-7', OF, 'A header of one word or of three is refused.', async (w) => {
    refused(await withHeader(w, 'Basic'), 'UNAUTHORIZED');
    refused(await withHeader(w, `${encoded('a:b')} more`), 'UNAUTHORIZED');
  }),
  rule('AUTH-8', OF, 'Credentials without a colon, or with two, do not let in.', async (w) => {
    const { email, key } = await w.owner();
    refused(await withHeader(w, encoded(`${email}${key}`)), 'UNAUTHORIZED');
    refused(await withHeader(w, encoded(`${email}:${key}:`)), 'UNAUTHORIZED');
  }),
  rule('AUTH-9', OF, 'Credentials that are not UTF-8 do not let in.', async (w) => {
    const bytes = Buffer.from([0xff, 0xfe, 0x3a, 0xff]).toString('base64');
    refused(await withHeader(w, `Basic ${bytes}`), 'UNAUTHORIZED');
  }),
  rule('AUTH-10', OF, 'A key of 31 characters is refused.', async (w) => {
    const { email, key } = await w.owner();
    refused(await w.ask('GET', '/drafts', { as: { email, key: key.slice(1) } }), 'UNAUTHORIZED');
  }),
  rule('AUTH-11', OF, 'A key with other characters than letters and digits is refused.', async (w) => {
    const { email, key } = await w.owner();
    refused(await w.ask('GET', '/drafts', { as: { email, key: `${key.slice(1)}-` } }), 'UNAUTHORIZED');
  }),
  rule('AUTH-12', OF, 'A well-formed key that does not exist is refused.', async (w) => {
    const { email } = await w.owner();
    refused(await w.ask('GET', '/drafts', { as: { email, key: UNKNOWN_KEY } }), 'UNAUTHORIZED');
  }),
  rule('AUTH-13', OF, 'A right key under the address of another user is refused.', async (w) => {
    const [owner, other] = [await w.owner(), await w.user()];
    refused(await w.ask('GET', '/drafts', { as: { email: other.email, key: owner.key } }), 'UNAUTHORIZED');
  }),
  rule('AUTH-14', OF, 'The letter case of the address does not matter.', async (w) => {
    const { email, key } = await w.owner();
    success(await w.ask('GET', '/drafts', { as: { email: email.toUpperCase(), key } }));
  }),
  rule('AUTH-15', OF, 'Spaces around address and key do not matter.', async (w) => {
    const { email, key } = await w.owner();
    success(await withHeader(w, encoded(` ${email} : ${key} `)));
  }),
  rule('AUTH-16', OF, 'A key is compared exactly: its letter case matters.', async (w) => {
    const { email, key } = await w.owner();
    const swapped = key
      .split('')
      .map((c) => (c === c.toLowerCase() ? c.toUpperCase() : c.toLowerCase()))
      .join('');
    refused(await w.ask('GET', '/drafts', { as: { email, key: swapped } }), 'UNAUTHORIZED');
  }),
  rule('AUTH-17', OF, 'The made-up address of a user who hides the real one is refused.', async (w) => {
    const { id, key } = await w.user({ visibility: 4 });
    const email = await dummyAddress(w, { id });
    refused(await w.ask('GET', '/drafts', { as: { email, key } }), 'UNAUTHORIZED');
  }),
  rule('AUTH-18', OF, 'The real address lets in even when it is hidden from everybody.', async (w) => {
    success(await w.ask('GET', '/drafts', { as: await w.user({ visibility: 4 }) }));
  }),
  rule('AUTH-19', OF, 'A deactivated account is refused with 401, never 403.', async (w) => {
    const user = await w.user();
    success(await w.ask('DELETE', `/users/${user.id}`, { as: await w.owner() }));
    refused(await w.ask('GET', '/drafts', { as: user }), 'UNAUTHORIZED');
  }),
  rule('AUTH-20', OF, 'An account of a deactivated organization is refused.', async (w) => {
    const owner = await w.owner();
    await w.own().deactivateOrganization(await w.host());
    refused(await w.ask('GET', '/drafts', { as: owner }), 'UNAUTHORIZED');
  }),
  rule('AUTH-21', OF, 'Right credentials on the host of another organization are refused.', async (w) => {
    const host = await (await w.neighbour()).host();
    refused(await w.ask('GET', '/drafts', { as: await w.owner(), host }), 'UNAUTHORIZED');
  }),
  rule('AUTH-22', OF, 'Right credentials on a subdomain that does not exist are refused.', async (w) => {
    const host = `nobody-here.${w.own().externalHost}`;
    refused(await w.ask('GET', '/drafts', { as: await w.owner(), host }), 'UNAUTHORIZED');
  }),
  rule('AUTH-23', OF, 'A bot authenticates with its address and key like a user.', async (w) => {
    const bot = await w.bot(await w.owner());
    same(success(await w.ask('GET', '/users/me', { as: bot })).at('user_id'), bot.id, 'user_id');
  }),
  rule('AUTH-24', OF, 'An incoming webhook bot can call nothing but the sending of messages.', async (w) => {
    const bot = await w.bot(await w.owner(), { type: 2 });
    refused(await w.ask('GET', '/users/me', { as: bot }), 'UNAUTHORIZED');
    refused(await w.ask('POST', '/register', { as: bot }), 'UNAUTHORIZED');
  }),
  rule(
    'AUTH-25',
    OF,
    'Every operation but the server settings and the fetching of a key needs credentials.',
    async (w) => {
      for (const { id, method, path, auth } of endpoints) {
        if (auth !== 'basic') continue;
        const filled = path.replaceAll(/\{\w+\*?\}/g, '1');
        const { status, body } = await w.ask(method, filled);
        same([status, body['code']], [401, 'UNAUTHORIZED'], `the answer of ${id}`);
      }
    },
  ),
  rule('AUTH-26', OF, 'Credentials are judged before parameters.', async (w) => {
    refused(await w.ask('POST', '/drafts', { form: { drafts: 'x' } }), 'UNAUTHORIZED');
  }),
  rule(
    'AUTH-27',
    OF,
    'All failures to authenticate look alike: same status, same code, same header.',
    async (w) => {
      const { email } = await w.owner();
      const unknown = await w.ask('GET', '/drafts', { as: { email, key: UNKNOWN_KEY } });
      const foreign = await w.ask('GET', '/drafts', {
        as: { email: 'nobody@example.com', key: UNKNOWN_KEY },
      });
      same(unknown.body, foreign.body, 'the body');
      same(unknown.headers['www-authenticate'], foreign.headers['www-authenticate'], 'the header');
    },
  ),
  rule('AUTH-28', OF, 'A poll that waits ends when its account is deactivated.', async (w) => {
    const user = await w.user();
    const { id, registered } = await w.listen(user, { event_types: ['drafts'], fetch_event_types: [] });
    const query = { queue_id: id, last_event_id: registered.at('last_event_id') };
    const poll = w.ask('GET', '/events', { as: user, query });
    await new Promise((resolve) => setTimeout(resolve, 200));
    success(await w.ask('DELETE', `/users/${user.id}`, { as: await w.owner() }));
    const { status } = await poll;
    same(status, 401, 'the status of the poll');
  }),
];
