import { exchangeForm } from '@parley/test-support/oauth-program.ts';
import { sql } from '@parley/server/engine/db/sql.ts';
import { evidence, type Attack } from '../../attack.ts';
import { basicOf } from '../../client.ts';
import { EVIL_HOST } from '../../stage.ts';
import { ageLogIns, channelOf, prepared, textOf } from '../helpers.ts';
import { browserOf, codeOf, gives, groundOf, REDIRECT_URI, SCOPE } from './ground.ts';

/** Attempts to get the consent of a user who did not give it. */
export const consentAttacks: readonly Attack[] = [
  {
    name: 'a page of another site allows a program with the cookie of its visitor',
    success: 'it gets a code, or reads the request',
    attempt: async (stage) => {
      const { browser, start, owner } = await groundOf(stage);
      const { query } = start();
      const foreign = [
        { origin: 'https://evil.example' },
        { origin: 'null' },
        { origin: `http://${EVIL_HOST}` },
        { origin: 'http://parley.test' },
        { origin: `https://${owner.host}` },
        { origin: `http://${owner.host}:8080` },
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
        { 'sec-fetch-site': 'none' },
        { 'x-parley': '' },
        { 'x-parley': 'evil' },
      ];
      const answers = await Promise.all(
        foreign.flatMap((headers) => [browser.read(query, headers), browser.decide(query, {}, headers)]),
      );
      const statuses = answers.map(({ status }) => status);
      return evidence(statuses.includes(200), statuses.join());
    },
  },
  {
    name: 'a page of another site has the consent page in a frame, or opens it and keeps a hand on it',
    success: 'a browser would show it there',
    attempt: async (stage) => {
      const { send, start, owner } = await groundOf(stage);
      const { query } = start();
      const found: string[] = [];
      for (const path of [
        '/oauth/authorize',
        '/oauth/authorize/',
        '/oauth//authorize',
        '/oauth/%61uthorize',
        '/OAuth/authorize',
      ]) {
        const { status, headers } = await send(`${path}?${query}`, { host: owner.host });
        const policy = String(headers['content-security-policy']);
        const isHtml = String(headers['content-type']).startsWith('text/html');
        const isApart = headers['cross-origin-opener-policy'] === 'same-origin' || status !== 200;
        if (isHtml && !(policy.includes("frame-ancestors 'none'") && isApart))
          found.push(`${path}: ${status} ${policy}`);
        if (path === '/oauth/authorize' && !isHtml) found.push('there is no page');
      }
      return evidence(found.length > 0, found.join('; '));
    },
  },
  {
    name: 'a device that is found an hour after its log-in allows a program',
    success: 'the program gets a code',
    attempt: async (stage) => {
      const { browser, start, owner } = await groundOf(stage);
      await ageLogIns(stage.server, owner);
      const answer = await browser.decide(start().query);
      return evidence(codeOf(answer) !== undefined || answer.status === 200, answer.text);
    },
  },
  {
    name: 'a program with a key or token of a user allows another one',
    success: 'it gets a code',
    attempt: async (stage) => {
      const { send, browser, start, owner, connect } = await groundOf(stage);
      const { access } = await connect();
      const { cookie: _cookie, ...page } = browser.headers;
      const form = { query: start().query, allow: 'true', scopes: JSON.stringify(SCOPE.split(' ')) };
      const answers = await Promise.all(
        [
          { authorization: basicOf(owner) },
          { authorization: `Bearer ${access}` },
          { cookie: `parley_session=${access}` },
          { cookie: `__Host-parley_session=${owner.apiKey}` },
          {},
        ].flatMap((headers) =>
          ['/json/oauth/decision', '/api/v1/oauth/decision', '/oauth/decision', '/oauth/authorize'].map(
            (path) => send(path, { host: owner.host, form, headers: { ...page, ...headers } }),
          ),
        ),
      );
      return evidence(
        answers.some((answer) => codeOf(answer) !== undefined),
        answers.map(({ status }) => status).join(),
      );
    },
  },
  {
    name: 'a session of another organization allows a program',
    success: 'it gets a code',
    attempt: async (stage) => {
      const [ground, other] = [await groundOf(stage), await groundOf(stage)];
      const { query } = ground.start();
      const cookie = other.browser.headers['cookie'] ?? '';
      const answers = [
        await ground.browser.decide(query, {}, { cookie }),
        await ground.browser.decide(query, {}, { cookie, host: other.owner.host }),
        await other.browser.decide(query),
      ];
      return evidence(
        answers.some((answer) => codeOf(answer) !== undefined),
        answers.map(({ status }) => status).join(),
      );
    },
  },
  {
    name: 'a decision gives more than was asked for, for longer, or in channels that nobody may read',
    success: 'a grant has more',
    attempt: async (stage) => {
      const { browser, start, post, send, owner } = await groundOf(stage);
      const found: string[] = [];
      const started = start({ scope: 'see_directory' });
      const wide = codeOf(
        await browser.decide(started.query, {
          scopes: JSON.stringify(['see_directory', 'read_messages', 'administer']),
        }),
      );
      const given = wide === undefined ? undefined : await post(exchangeForm(started, wide));
      if (given?.json['scope'] !== 'see_directory') found.push(String(given?.text));
      const channel = await channelOf(send, owner, 'readable');
      for (const changes of [
        { scopes: '[]' },
        { scopes: JSON.stringify(['organize']) },
        { days: '91' },
        { days: '0' },
        { days: '-1' },
        { days: '1e9' },
        { channels: '[]' },
        { channels: JSON.stringify([channel, 2 ** 40]) },
        { channels: JSON.stringify([-1]) },
        { allow: 'yes' },
      ]) {
        const answer = await browser.decide(start().query, changes);
        if (codeOf(answer) !== undefined || answer.status !== 400)
          found.push(`${JSON.stringify(changes)}: ${answer.text}`);
      }
      return evidence(found.length > 0, found.join('; '));
    },
  },
  {
    name: 'a page says that the user refused, and goes on all the same',
    success: 'there is a code, or the database has one',
    attempt: async (stage) => {
      const { browser, start, owner } = await groundOf(stage);
      const answers = [
        await browser.decide(start().query, { allow: 'false' }),
        await browser.decide(start().query, { allow: 'false', scopes: '[]' }),
        await browser.read(start().query),
      ];
      const rows = await stage.server.server.world.pool.all(
        sql`select from authorization_code where user_id = ${owner.id}`,
      );
      return evidence(
        rows.length > 0 || answers.some((answer) => codeOf(answer) !== undefined),
        `${rows.length} codes`,
      );
    },
  },
  {
    name: 'a program is removed while its user reads the consent page',
    success: 'the user can still allow it, or a code still works',
    attempt: async (stage) => {
      const { browser, start, send, owner, program, post, code } = await groundOf(stage);
      const [started, later] = [start(), start()];
      await prepared(browser.read(later.query));
      const before = await code(started);
      await prepared(send(`/api/v1/realm/oauth-clients/${program.row}`, { as: owner, method: 'DELETE' }));
      const answers = [await browser.decide(later.query), await post(exchangeForm(started, before))];
      return evidence(
        answers.some((answer) => codeOf(answer) !== undefined || gives(answer)),
        answers.map(({ text }) => text).join(),
      );
    },
  },
  {
    name: 'a code works on after the log-in that gave it has ended',
    success: 'the program gets tokens',
    attempt: async (stage) => {
      const { start, code, browser, send, owner, post } = await groundOf(stage);
      const started = start();
      const given = await code(started);
      await send('/json/session', { host: owner.host, method: 'DELETE', headers: browser.headers });
      const { status } = await browser.read(started.query);
      const answer = await post(exchangeForm(started, given));
      return evidence(status !== 401 || gives(answer), `${status} ${answer.text}`);
    },
  },
  {
    name: 'a bot or a deactivated user allows a program',
    success: 'the program gets a code or tokens',
    attempt: async (stage) => {
      const { start, code, owner, post, send } = await groundOf(stage);
      const started = start();
      const given = await code(started);
      await stage.server.server.world.pool.all(
        sql`update realm_user set is_active = false where id = ${owner.id}`,
      );
      const answers = [await post(exchangeForm(started, given))];
      const bot = await prepared(
        send('/api/v1/bots', {
          as: await stage.account(),
          form: { full_name: 'A bot', short_name: `bot${owner.id}` },
        }),
      );
      const form = { query: started.query, allow: 'true', scopes: '["see_directory"]' };
      const authorization = `Basic ${Buffer.from(`x:${textOf(bot.json, 'api_key')}`).toString('base64')}`;
      answers.push(
        await send('/json/oauth/decision', { form, headers: { authorization, 'x-parley': 'web' } }),
      );
      return evidence(
        answers.some((answer) => codeOf(answer) !== undefined || gives(answer)),
        answers.map(({ text }) => text).join(),
      );
    },
  },
  {
    name: 'a user answers the request of another one',
    success: 'the program gets the account of the other one',
    attempt: async (stage) => {
      const { start, owner, send, post, issuer, use } = await groundOf(stage);
      const started = start();
      // The query is no secret: the account is the one of the session alone.
      const member = { ...(await stage.account()), host: 'parley.test' };
      const other = await browserOf(send, member);
      const answer = await other.decide(`${started.query}&user_id=${owner.id}&login_hint=${owner.email}`);
      const code = codeOf(answer);
      const tokens = await post(exchangeForm(started, code ?? 'pc_none'));
      const used = await use(String(tokens.json['access_token']));
      return evidence(gives(tokens) || used.status === 200, `${issuer}: ${tokens.text}`);
    },
  },
  {
    name: 'a member adds a program, and an administrator one with a dangerous address',
    success: 'one of them is added',
    attempt: async (stage) => {
      const { send, owner } = await groundOf(stage);
      const [member, administrator] = [await stage.account(), owner];
      const add = (as: typeof owner, uri: string) =>
        send('/api/v1/realm/oauth-clients', {
          as,
          form: { name: 'A program', redirect_uris: JSON.stringify([uri]) },
        });
      const statuses = [
        (await add(member, REDIRECT_URI)).status,
        ...(await Promise.all(
          [
            'javascript:alert(1)',
            'data:text/html,x',
            'http://assistant.example/callback',
            'https://assistant.example/callback#x',
            'https://user:password@assistant.example/',
            'vbscript:x',
            'file:///etc/passwd',
            'intent://x#Intent;end',
            'https://assistant.example\\@evil.example/',
            '',
          ].map(async (uri) => (await add(administrator, uri)).status),
        )),
      ];
      return evidence(
        statuses.some((status) => status !== 400),
        statuses.join(),
      );
    },
  },
];
