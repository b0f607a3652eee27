import { scopeNames } from '@parley/contract/scopes.ts';
import { evidence, type Attack } from '../../attack.ts';
import { basicOf } from '../../client.ts';
import { upload } from '../helpers.ts';
import { groundOf } from './ground.ts';
import { post, programOf, toolCall } from './mcp-client.ts';

/** Attempts at the address of assistants, with tokens that are not for it and requests that it does not take. */
export const protocolAttacks: readonly Attack[] = [
  {
    name: 'a token of one part of the server is used at another one',
    success: 'it is served',
    attempt: async (stage) => {
      const ground = await groundOf(stage);
      const { host } = ground.owner;
      const scope = 'see_directory read_messages follow_events organize';
      const api = await ground.connect({ scope });
      const mcp = await ground.connect({ scope, resource: `${ground.issuer}/mcp` });
      const { json } = await upload(stage.send, ground.owner, {
        name: 'a.txt',
        type: 'text/plain',
        content: 'secret',
      });
      const authorization = `Bearer ${mcp.access}`;
      const paths = [
        '/api/v1/users/me',
        '/api/v1/messages?anchor=newest&num_before=1&num_after=0',
        '/json/users/me',
        String(json['url']),
        `/avatar/${ground.owner.id}`,
        '/api/v1/tus/',
      ];
      const used = await Promise.all(
        paths.map((path) => stage.send(path, { host, headers: { authorization } })),
      );
      const registered = await stage.send('/api/v1/register', { host, form: {}, headers: { authorization } });
      const crossed = await post(stage.send, { token: api.access, host }, toolCall('who_am_i', {}));
      const control = await post(stage.send, { token: mcp.access, host }, toolCall('who_am_i', {}));
      const statuses = [...used, registered, crossed].map(({ status }) => status);
      return evidence(
        control.status !== 200 || statuses.some((status) => status < 400 || status >= 500),
        `${control.status}; ${statuses.join()}`,
      );
    },
  },
  {
    name: 'a program sends credentials of other kinds to the address of assistants',
    success: 'it gets an answer',
    attempt: async (stage) => {
      const { send } = stage;
      const ground = await groundOf(stage);
      const { owner, browser } = ground;
      const { access, refresh, code } = await ground.connect({ resource: `${ground.issuer}/mcp` });
      const body = JSON.stringify(toolCall('who_am_i', {}));
      const tries = [
        { authorization: basicOf(owner) },
        { authorization: `Basic ${btoa(`${owner.email}:${access}`)}` },
        { authorization: `Bearer ${owner.apiKey}` },
        { authorization: `Bearer ${refresh}` },
        { authorization: `Bearer ${code}` },
        { authorization: access },
        { authorization: `Token ${access}` },
        { authorization: `DPoP ${access}` },
        { authorization: `Bearer ${access}, Bearer ${access}` },
        { authorization: `Bearer ${access} x` },
        { authorization: 'Bearer' },
        browser.headers,
        { cookie: `access_token=${access}` },
        { 'x-api-key': access },
      ];
      const answers = [
        ...(await Promise.all(
          tries.map((headers) =>
            send('/mcp', {
              host: owner.host,
              body,
              headers: { 'content-type': 'application/json', ...headers },
            }),
          ),
        )),
        await send(`/mcp?access_token=${access}`, {
          host: owner.host,
          body,
          headers: { 'content-type': 'application/json' },
        }),
        await send('/mcp', { host: owner.host, form: { access_token: access } }),
        await ground.use(access, `/api/v1/users/me?access_token=${access}`),
      ];
      const statuses = answers.map(({ status }) => status);
      return evidence(
        statuses.some((status) => status !== 401),
        statuses.join(),
      );
    },
  },
  {
    name: 'a page whose name was pointed at the server calls the address of assistants',
    success: 'it gets an answer',
    attempt: async ({ send, account }) => {
      const program = await programOf(send, await account(), ['see_directory']);
      const names = [
        'evil.example',
        'parley.test.evil.example',
        '127.0.0.1',
        'evil.example:80',
        'parley.test:8080',
      ];
      const answers = await Promise.all(
        names.map((host) =>
          post(send, { ...program, host }, toolCall('who_am_i', {}), { origin: `http://${host}` }),
        ),
      );
      const statuses = answers.map(({ status }) => status);
      return evidence(statuses.includes(200), statuses.join());
    },
  },
  {
    name: 'a program names a session of another one, or gets one that it could pass on',
    success: 'the server names a session, or answers as another user',
    attempt: async ({ send, account }) => {
      const [one, two] = [await account(), await account()];
      const mine = await programOf(send, one, ['see_directory']);
      const theirs = await programOf(send, two, ['see_directory']);
      const initialize = {
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
      };
      const session = { 'mcp-session-id': 'a-session', 'mcp-protocol-version': '2025-11-25' };
      const begun = await post(send, theirs, initialize, session);
      const used = await post(send, mine, toolCall('who_am_i', {}), session);
      const without = await post(send, { ...mine, token: '' }, toolCall('who_am_i', {}), session);
      const named = [begun, used].some(({ headers }) => headers['mcp-session-id'] !== undefined);
      return evidence(
        named || !used.text.includes(`user ${one.id}`) || without.status !== 401,
        `${begun.status} ${used.text} ${without.status}`,
      );
    },
  },
  {
    name: 'a client sends other methods, encodings and bodies to the address of assistants',
    success: 'one is served, or the node fails',
    attempt: async (stage) => {
      const { send } = stage;
      const program = await programOf(send, await stage.account(), scopeNames);
      const authorization = `Bearer ${program.token}`;
      const body = JSON.stringify(toolCall('who_am_i', {}));
      const answers = await Promise.all([
        ...['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'TRACE'].map((method) =>
          send('/mcp', { method, headers: { authorization } }),
        ),
        ...[
          'text/plain',
          'application/x-www-form-urlencoded',
          'multipart/form-data; boundary=x',
          'application/jsonp',
          '',
        ].map((type) => send('/mcp', { body, headers: { authorization, 'content-type': type } })),
        ...['gzip', 'br', 'deflate'].map((encoding) =>
          send('/mcp', {
            body,
            headers: { authorization, 'content-type': 'application/json', 'content-encoding': encoding },
          }),
        ),
        ...['/mcp/', '/MCP', '/mcp/x', '//mcp', '/json/mcp', '/api/v1/mcp'].map((path) =>
          send(path, { body, headers: { authorization, 'content-type': 'application/json' } }),
        ),
      ]);
      const statuses = answers.map(({ status }) => status);
      return evidence(
        statuses.some((status) => status < 400 || status >= 500),
        statuses.join(),
      );
    },
  },
];
