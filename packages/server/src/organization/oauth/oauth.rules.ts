import { holds, items, numberAt, refused, same, success, textAt } from '@parley/rules/expect.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import {
  addProgram,
  allow,
  bearer,
  connected,
  REDIRECT_URI,
  token,
  visitor,
  type Connected,
} from '@parley/rules/steps/programs.ts';
import type { Answer } from '@parley/rules/wire.ts';
import type { World } from '@parley/rules/world.ts';
import { answerIn, challengeOf, exchangeForm, startProgram } from '@parley/test-support/oauth-program.ts';

const PROTOCOL = 'authorization of programs';

function fails(answer: Answer, error: string): void {
  same([answer.status, answer.body['error']], [400, error], 'status and error');
}

/** The error with which a request goes back to its program. */
async function problemOf(w: World, changes: Readonly<Record<string, string | null>>): Promise<unknown> {
  const [user, { clientId }] = [await visitor(w), await addProgram(w)];
  const { query } = startProgram({ clientId, redirectUri: REDIRECT_URI }, changes);
  const read = success(await user.ask('GET', '/oauth/request', undefined, { query }));
  same(read.at('request'), null, 'the request');
  refused(await user.ask('POST', '/oauth/decision', { query, allow: true, scopes: ['react'] }));
  return read.at('location') === null ? read.at('problem') : answerIn(read.at('location'))['error'];
}

function refresh(w: World, { started: { clientId }, refresh: refresh_token }: Connected, changes = {}) {
  return token(w, { grant_type: 'refresh_token', client_id: clientId, refresh_token, ...changes });
}

export const oauthRules: readonly Rule[] = [
  rule(
    'OAU-1',
    PROTOCOL,
    'Metadata names the server, its endpoints and what programs must do.',
    async (w) => {
      const { body } = await w.ask('GET', '/.well-known/oauth-authorization-server', { below: '' });
      const issuer = String(body['issuer']);
      same(
        [body['authorization_endpoint'], body['token_endpoint'], body['revocation_endpoint']],
        [`${issuer}/oauth/authorize`, `${issuer}/oauth/token`, `${issuer}/oauth/revoke`],
        'endpoints',
      );
      same(body['code_challenge_methods_supported'], ['S256'], 'PKCE');
      same(body['authorization_response_iss_parameter_supported'], true, 'iss');
      for (const resource of ['/mcp', '/api/v1']) {
        const path = `/.well-known/oauth-protected-resource${resource}`;
        const own = await w.ask('GET', path, { below: '' });
        same([own.at('resource'), own.at('authorization_servers')], [issuer + resource, [issuer]], path);
      }
    },
  ),
  rule(
    'OAU-2',
    PROTOCOL,
    'A program that its user allows gets tokens with the rights that were asked for and given.',
    async (w) => {
      const { access, answer, user } = await connected(w, { scopes: ['see_directory', 'write_messages'] });
      same([answer.at('token_type'), answer.at('expires_in')], ['Bearer', 3600], 'kind and seconds');
      same(answer.at('scope'), 'see_directory', 'scope');
      same(success(await bearer(w, access)).at('user_id'), user.id, 'the user');
      const read = await bearer(w, access, '/messages?anchor=newest&num_before=1&num_after=0');
      same([read.status, read.body['code']], [403, 'SCOPE_REQUIRED'], 'a right that was not given');
    },
  ),
  rule('OAU-3', PROTOCOL, 'The answer of the consent page has code, state and iss.', async (w) => {
    const [user, { clientId }] = [await visitor(w), await addProgram(w)];
    const started = startProgram({ clientId, redirectUri: REDIRECT_URI });
    const location = textAt(success(await allow(user, started)), 'location');
    const { code = '', state, iss } = answerIn(location);
    holds(location.startsWith(`${REDIRECT_URI}?`) && /^pc_\w{32}$/.test(code), 'a code', location);
    const { body } = await w.ask('GET', '/.well-known/oauth-authorization-server', { below: '' });
    same([state, iss], [started.state, body['issuer']], 'state and iss');
  }),
  rule('OAU-4', PROTOCOL, 'A user who refuses sends the program away without a code.', async (w) => {
    const [user, { clientId }] = [await visitor(w), await addProgram(w)];
    const { query } = startProgram({ clientId, redirectUri: REDIRECT_URI });
    const { code, error } = answerIn(
      textAt(success(await user.ask('POST', '/oauth/decision', { query, allow: false })), 'location'),
    );
    same([code, error], [undefined, 'access_denied'], 'the answer');
  }),
  rule(
    'OAU-5',
    PROTOCOL,
    'A request without PKCE, of another kind or for another resource goes back with an error.',
    async (w) => {
      same(await problemOf(w, { code_challenge: null }), 'invalid_request', 'no challenge');
      same(await problemOf(w, { code_challenge_method: 'plain' }), 'invalid_request', 'plain');
      same(await problemOf(w, { code_challenge_method: null }), 'invalid_request', 'no method');
      same(await problemOf(w, { response_type: 'token' }), 'unsupported_response_type', 'token');
      same(await problemOf(w, { resource: 'https://other.example/mcp' }), 'invalid_target', 'other');
      same(await problemOf(w, { scope: 'administer' }), 'invalid_scope', 'administer');
    },
  ),
  rule(
    'OAU-6',
    PROTOCOL,
    'A request of an unknown program or to another address goes nowhere.',
    async (w) => {
      same(await problemOf(w, { client_id: 'client-unknown' }), 'unknown_client', 'unknown');
      same(
        await problemOf(w, { client_id: 'https://assistant.example/client.json' }),
        'host_not_allowed',
        'host',
      );
      same(await problemOf(w, { redirect_uri: `${REDIRECT_URI}/more` }), 'bad_redirect_uri', 'longer');
      same(await problemOf(w, { redirect_uri: null }), 'bad_redirect_uri', 'none');
    },
  ),
  rule('OAU-7', PROTOCOL, 'A code works once; used again, it ends what it gave.', async (w) => {
    const program = await connected(w);
    success(await bearer(w, program.access));
    fails(await token(w, exchangeForm(program.started, program.code)), 'invalid_grant');
    refused(await bearer(w, program.access), 'UNAUTHORIZED');
    fails(await refresh(w, program), 'invalid_grant');
  }),
  rule(
    'OAU-8',
    PROTOCOL,
    'A code needs its verifier, program, address and resource, and a wrong attempt uses it up.',
    async (w) => {
      const user = await visitor(w);
      const [{ clientId }, other] = [await addProgram(w), await addProgram(w)];
      for (const [changes, error] of [
        [{ code_verifier: 'a'.repeat(43) }, 'invalid_grant'],
        [{ client_id: other.clientId }, 'invalid_grant'],
        [{ redirect_uri: 'https://evil.example/' }, 'invalid_grant'],
        [
          {
            resource: `${(await w.ask('GET', '/.well-known/oauth-authorization-server', { below: '' })).body['issuer'] as string}/mcp`,
          },
          'invalid_target',
        ],
      ] as const) {
        const started = startProgram({ clientId, redirectUri: REDIRECT_URI });
        const { code = '' } = answerIn(textAt(success(await allow(user, started)), 'location'));
        fails(await token(w, { ...exchangeForm(started, code), ...changes }), error);
        fails(await token(w, exchangeForm(started, code)), 'invalid_grant');
      }
    },
  ),
  rule('OAU-9', PROTOCOL, 'Renewed tokens replace the old ones, and the grant goes on.', async (w) => {
    const program = await connected(w);
    const renewed = await refresh(w, program);
    same(renewed.status, 200, 'the status');
    const access = String(renewed.body['access_token']);
    success(await bearer(w, access));
    refused(await bearer(w, program.access), 'UNAUTHORIZED');
    const listed = items(success(await program.user.ask('GET', '/grants')), 'grants');
    same(
      listed.map(({ client_id }) => client_id),
      [program.started.clientId],
      'the grants',
    );
  }),
  rule('OAU-10', PROTOCOL, 'A refresh token that comes twice ends its grant with all tokens.', async (w) => {
    const program = await connected(w);
    const renewed = await refresh(w, program);
    fails(await refresh(w, program), 'invalid_grant');
    refused(await bearer(w, String(renewed.body['access_token'])), 'UNAUTHORIZED');
    fails(await refresh(w, { ...program, refresh: String(renewed.body['refresh_token']) }), 'invalid_grant');
    same(success(await program.user.ask('GET', '/grants')).at('grants'), [], 'the grants');
  }),
  rule(
    'OAU-11',
    PROTOCOL,
    'A refresh token works for its program, its rights and its resource only.',
    async (w) => {
      const [program, other] = [await connected(w), await addProgram(w)];
      fails(await refresh(w, program, { client_id: other.clientId }), 'invalid_grant');
      fails(await refresh(w, program, { scope: 'see_directory organize' }), 'invalid_scope');
      fails(await refresh(w, program, { resource: 'https://other.example/mcp' }), 'invalid_target');
      same(
        (await refresh(w, program, { scope: 'see_directory' })).at('scope'),
        'see_directory',
        'fewer rights',
      );
    },
  ),
  rule('OAU-12', PROTOCOL, 'A program gives its tokens back, and no other program can.', async (w) => {
    const [program, other] = [await connected(w), await addProgram(w)];
    const revoke = (client_id: string, given: string) =>
      token(w, { token: given, client_id }, '/oauth/revoke');
    fails(await revoke(other.clientId, program.access), 'invalid_client');
    success(await bearer(w, program.access));
    same((await revoke(program.started.clientId, program.refresh)).status, 200, 'the status');
    refused(await bearer(w, program.access), 'UNAUTHORIZED');
    same((await revoke(program.started.clientId, program.refresh)).status, 200, 'a second time');
  }),
  rule('OAU-13', PROTOCOL, 'The user ends a program as any grant, and so does a new password.', async (w) => {
    const program = await connected(w);
    const id = numberAt(success(await program.user.ask('GET', '/grants')), 'grants', 0, 'id');
    success(await program.user.ask('DELETE', `/grants/${id}`));
    refused(await bearer(w, program.access), 'UNAUTHORIZED');
    fails(await refresh(w, program), 'invalid_grant');
  }),
  rule('OAU-14', PROTOCOL, 'A token of another resource does not open the API.', async (w) => {
    const [user, { clientId }] = [await visitor(w), await addProgram(w)];
    const { body } = await w.ask('GET', '/.well-known/oauth-authorization-server', { below: '' });
    const resource = `${String(body['issuer'])}/mcp`;
    const started = startProgram({ clientId, redirectUri: REDIRECT_URI, resource });
    const { code = '' } = answerIn(textAt(success(await allow(user, started)), 'location'));
    const given = await token(w, { ...exchangeForm(started, code), resource });
    same(given.status, 200, 'the status');
    refused(await bearer(w, String(given.body['access_token'])), 'UNAUTHORIZED');
  }),
  rule('OAU-15', PROTOCOL, 'Codes and tokens of another organization are not known.', async (w) => {
    const program = await connected(w);
    const neighbour = await w.neighbour();
    const host = await neighbour.host();
    const form = {
      grant_type: 'refresh_token',
      client_id: program.started.clientId,
      refresh_token: program.refresh,
    };
    fails(await token(w, form, '/oauth/token', host), 'invalid_grant');
    const used = await w.ask('GET', '/users/me', {
      host,
      headers: { authorization: `Bearer ${program.access}` },
    });
    refused(used, 'UNAUTHORIZED');
    success(await bearer(w, program.access));
  }),
  rule(
    'OAU-16',
    PROTOCOL,
    'The token endpoint takes parameters of the body, each once, and no secret.',
    async (w) => {
      const { clientId } = await addProgram(w);
      fails(await token(w, { client_id: clientId, grant_type: 'password' }), 'unsupported_grant_type');
      fails(await token(w, { grant_type: 'refresh_token', refresh_token: 'x' }), 'invalid_client');
      fails(
        await token(w, { client_id: clientId, client_secret: 'x', grant_type: 'refresh_token' }),
        'invalid_request',
      );
      const raw = 'grant_type=refresh_token&grant_type=refresh_token';
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      fails(await w.ask('POST', '/oauth/token', { below: '', raw, headers }), 'invalid_request');
      fails(
        await w.ask('POST', '/oauth/token?client_id=x', { below: '', form: { code: 'x' } }),
        'invalid_request',
      );
    },
  ),
  rule(
    'OAU-17',
    PROTOCOL,
    'A program that is limited to channels has rights on messages only.',
    async (w) => {
      const user = await visitor(w);
      const { clientId } = await addProgram(w);
      const asked = { clientId, redirectUri: REDIRECT_URI, scope: 'read_messages organize' };
      refused(await allow(user, startProgram(asked), { channels: [2 ** 40] }));
      refused(await allow(user, startProgram(asked), { channels: [1], scopes: ['organize'] }));
      refused(await allow(user, startProgram(asked), { scopes: [] }));
      refused(await allow(user, startProgram(asked), { days: 91 }));
    },
  ),
  rule('OAU-18', PROTOCOL, 'The verifier is checked by SHA-256.', async (w) => {
    const [user, { clientId }] = [await visitor(w), await addProgram(w)];
    const started = startProgram({ clientId, redirectUri: REDIRECT_URI });
    const { code = '' } = answerIn(textAt(success(await allow(user, started)), 'location'));
    const wrong = { ...exchangeForm(started, code), code_verifier: challengeOf(started.verifier) };
    fails(await token(w, wrong), 'invalid_grant');
  }),
  rule(
    'OAU-23',
    PROTOCOL,
    'Of two renewals at once with one refresh token one ends the grant.',
    async (w) => {
      const program = await connected(w);
      const both = await Promise.all([refresh(w, program), refresh(w, program)]);
      same(both.filter(({ status }) => status === 200).length, 1, 'the renewals that succeed');
      const renewed = both.find(({ status }) => status === 200);
      refused(await bearer(w, String(renewed?.body['access_token'])), 'UNAUTHORIZED');
      same(success(await program.user.ask('GET', '/grants')).at('grants'), [], 'the grants');
    },
  ),
];
