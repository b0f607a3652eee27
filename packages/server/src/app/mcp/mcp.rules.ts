import { scopeNames } from '@parley/contract/scopes.ts';
import { tools } from '@parley/contract/tools.ts';
import { holds, items, same, success } from '@parley/rules/expect.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import {
  assistant,
  modernCall,
  OLDER,
  postMessage,
  resultIn,
  toolCall,
} from '@parley/rules/steps/assistants.ts';
import { addProgram, allow, connected, REDIRECT_URI, token, visitor } from '@parley/rules/steps/programs.ts';
import type { World } from '@parley/rules/world.ts';
import { answerIn, exchangeForm, startProgram } from '@parley/test-support/oauth-program.ts';

const PROTOCOL = 'assistants';
const MAX_DEFINITIONS = 16 * 1024;

async function issuerOf(w: World): Promise<string> {
  const { body } = await w.ask('GET', '/.well-known/oauth-authorization-server', { below: '' });
  return String(body['issuer']);
}

/** Rules of the transport: who is served, in which form. */
export const protocolRules: readonly Rule[] = [
  rule('MCP-1', PROTOCOL, 'Without the token of a grant, the answer tells where to get one.', async (w) => {
    const user = await w.user();
    const { token: access } = await assistant(w, user, ['see_directory']);
    const basic = `Basic ${Buffer.from(`${user.email}:${user.key}`).toString('base64')}`;
    const metadata = `${await issuerOf(w)}/.well-known/oauth-protected-resource/mcp`;
    for (const authorization of [
      '',
      basic,
      `Bearer ${user.key}`,
      `Bearer pk_${'a'.repeat(32)}`,
      `Bearer ${access} x`,
    ]) {
      const { status, headers } = await postMessage(w, toolCall('who_am_i'), { authorization });
      same(
        [status, headers['www-authenticate']],
        [401, `Bearer resource_metadata="${metadata}"`],
        'status and header',
      );
    }
  }),
  rule(
    'MCP-2',
    PROTOCOL,
    'A handshake begins no session, and its revision is that of the client.',
    async (w) => {
      const { post } = await assistant(w, await w.user(), ['see_directory']);
      const params = {
        protocolVersion: OLDER,
        capabilities: {},
        clientInfo: { name: 'a client', version: '1' },
      };
      const answer = await post({ jsonrpc: '2.0', id: 1, method: 'initialize', params });
      same(answer.at('result', 'protocolVersion'), OLDER, 'the revision');
      same(answer.at('result', 'capabilities'), { tools: { listChanged: false } }, 'the capabilities');
      same(answer.headers['mcp-session-id'], undefined, 'the session');
    },
  ),
  rule('MCP-3', PROTOCOL, 'A request without a handshake repeats itself in its headers.', async (w) => {
    const { post } = await assistant(w, await w.user(), ['see_directory']);
    const { message, headers } = modernCall('who_am_i');
    holds(resultIn(await post(message, headers)).text.startsWith('You act for'), 'an answer', message);
    for (const changed of [
      { 'mcp-name': 'find_users' },
      { 'mcp-method': 'tools/list' },
      { 'mcp-protocol-version': OLDER },
    ])
      same((await post(message, { ...headers, ...changed })).status, 400, JSON.stringify(changed));
  }),
  rule('MCP-4', PROTOCOL, 'Pages of other origins are refused.', async (w) => {
    const { post } = await assistant(w, await w.user(), ['see_directory']);
    const own = await issuerOf(w);
    same((await post(toolCall('who_am_i'), { origin: own })).status, 200, 'the own origin');
    for (const origin of ['https://evil.example', 'null', `${own}.evil.example`, `${own}:1`])
      same((await post(toolCall('who_am_i'), { origin })).status, 403, origin);
  }),
  rule('MCP-5', PROTOCOL, 'The body is one message in JSON, by POST.', async (w) => {
    const { post, token: access } = await assistant(w, await w.user(), ['see_directory']);
    const call = toolCall('who_am_i');
    for (const body of [
      [call],
      'null',
      '{',
      '"a"',
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: null },
    ])
      same((await post(body)).status, 400, JSON.stringify(body));
    same((await post(call, { 'content-type': 'text/plain' })).status, 415, 'another type');
    const headers = { authorization: `Bearer ${access}` };
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const answer = await w.ask(method, '/mcp', { below: '', headers });
      same([answer.status, answer.headers['allow']], [405, 'POST'], method);
    }
    const listen = await post({ jsonrpc: '2.0', id: 7, method: 'subscriptions/listen', params: {} });
    same([listen.status, listen.at('error', 'code'), listen.at('id')], [404, -32_601, 7], 'subscriptions');
  }),
  rule('MCP-6', PROTOCOL, 'The tools are the same for every token, in one order, and small.', async (w) => {
    const [one, two] = [
      await assistant(w, await w.user(), ['react']),
      await assistant(w, await w.owner(), scopeNames),
    ];
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
    const [first, second] = [await one.post(list), await two.post(list)];
    same(first.at('result', 'tools'), second.at('result', 'tools'), 'the tools');
    same(
      items(first, 'result', 'tools').map(({ name }) => name),
      tools.map(({ name }) => name),
      'the names',
    );
    const size = JSON.stringify(first.at('result', 'tools')).length;
    holds(size <= MAX_DEFINITIONS, `at most ${MAX_DEFINITIONS} characters`, size);
  }),
  rule('MCP-7', PROTOCOL, 'A tool beyond the scopes of the token is refused with the scope.', async (w) => {
    const { post } = await assistant(w, await w.user(), ['see_directory']);
    const { status, headers } = await post(toolCall('send_message', { user_ids: [1], text: 'x' }));
    same(status, 403, 'the status');
    const challenge = String(headers['www-authenticate']);
    holds(
      challenge.startsWith('Bearer error="insufficient_scope", scope="write_messages", resource_metadata='),
      'the scope',
      challenge,
    );
  }),
  rule(
    'MCP-8',
    PROTOCOL,
    'A token for the API is none for assistants, and the other way round.',
    async (w) => {
      const program = await connected(w);
      const call = toolCall('who_am_i');
      same(
        (await postMessage(w, call, { authorization: `Bearer ${program.access}` })).status,
        401,
        'of the API',
      );
      const [user, { clientId }] = [await visitor(w), await addProgram(w)];
      const asked = { clientId, redirectUri: REDIRECT_URI, resource: `${await issuerOf(w)}/mcp` };
      const started = startProgram(asked);
      const { code = '' } = answerIn(success(await allow(user, started)).at('location'));
      const authorization = `Bearer ${String((await token(w, exchangeForm(started, code))).body['access_token'])}`;
      same((await postMessage(w, call, { authorization })).status, 200, 'of assistants');
      same((await w.ask('GET', '/users/me', { headers: { authorization } })).status, 401, 'at the API');
    },
  ),
  rule('MCP-9', PROTOCOL, 'The end of a grant ends its assistant.', async (w) => {
    const user = await w.user();
    const { post, grantId } = await assistant(w, user, ['see_directory']);
    same((await post(toolCall('who_am_i'))).status, 200, 'before');
    success(await w.ask('DELETE', `/grants/${grantId}`, { as: user }));
    same((await post(toolCall('who_am_i'))).status, 401, 'after');
  }),
];
