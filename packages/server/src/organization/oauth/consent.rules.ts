import { holds, refused, same, success, textAt } from '@parley/rules/expect.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import {
  addProgram,
  allow,
  bearer,
  connected,
  REDIRECT_URI,
  token,
  visitor,
} from '@parley/rules/steps/programs.ts';
import { answerIn, exchangeForm, startProgram } from '@parley/test-support/oauth-program.ts';

const READ = 'read-authorization';
const DECIDE = 'decide-authorization';
const PROTOCOL = 'authorization of programs';

export const consentRules: readonly Rule[] = [
  rule(
    'OAU-24',
    READ,
    'The consent page shows who asks, for what, and where the user returns.',
    async (w) => {
      const [user, { clientId }] = [await visitor(w), await addProgram(w, { name: 'An assistant' })];
      const asked = { clientId, redirectUri: REDIRECT_URI, scope: 'react administer see_directory react' };
      const { query } = startProgram(asked);
      const read = success(await user.ask('GET', '/oauth/request', undefined, { query }));
      const request = read.at('request') as Readonly<Record<string, unknown>>;
      same(
        [request['client_name'], request['client_host'], request['returns_to'], request['scopes']],
        ['An assistant', null, 'assistant.example', ['see_directory', 'react']],
        'the request',
      );
      same(
        [request['needs_log_in'], read.at('problem'), read.at('location')],
        [false, null, null],
        'the rest',
      );
    },
  ),
  rule('OAU-25', READ, 'A program that names no scope asks for people, channels and messages.', async (w) => {
    const [user, { clientId }] = [await visitor(w), await addProgram(w)];
    const { query } = startProgram({ clientId, redirectUri: REDIRECT_URI });
    const read = success(await user.ask('GET', '/oauth/request', undefined, { query }));
    same(read.at('request', 'scopes'), ['see_directory', 'read_messages'], 'the scopes');
  }),
  rule(
    'OAU-26',
    DECIDE,
    'Only a page of the organization decides, with the session of its user.',
    async (w) => {
      const { clientId } = await addProgram(w);
      const form = {
        query: startProgram({ clientId, redirectUri: REDIRECT_URI }).query,
        allow: true,
        scopes: ['react'],
      };
      const foreign = [{}, { 'x-parley': 'web' }, { 'x-parley': 'web', 'sec-fetch-site': 'cross-site' }];
      for (const headers of foreign)
        same(
          (await w.ask('POST', '/oauth/decision', { below: '/json', headers, form })).body['code'],
          'FOREIGN_PAGE',
          'the error',
        );
      const own = { 'x-parley': 'web', 'sec-fetch-site': 'same-origin' };
      refused(await w.ask('POST', '/oauth/decision', { below: '/json', headers: own, form }), 'UNAUTHORIZED');
      const as = await w.user();
      refused(
        await w.ask('POST', '/oauth/decision', { below: '/json', headers: own, form, as }),
        'UNAUTHORIZED',
      );
    },
  ),
  rule(
    'OAU-27',
    PROTOCOL,
    'Programs on the own computer return to any port, and to nothing else of it.',
    async (w) => {
      const user = await visitor(w);
      const { clientId } = await addProgram(w, { redirect_uris: ['http://127.0.0.1/callback'] });
      const read = async (redirectUri: string) =>
        success(
          await user.ask('GET', '/oauth/request', undefined, {
            query: startProgram({ clientId, redirectUri }).query,
          }),
        );
      for (const uri of ['http://127.0.0.1/callback', 'http://127.0.0.1:51234/callback'])
        same((await read(uri)).at('problem'), null, uri);
      for (const uri of [
        'http://127.0.0.1:51234/other',
        'http://127.0.0.1:99999/callback',
        'http://localhost:51234/callback',
        'http://127.0.0.1:1@evil.example/callback',
        'https://127.0.0.1/callback',
      ]) {
        const answer = await read(uri);
        same([answer.at('problem'), answer.at('location')], ['bad_redirect_uri', null], uri);
      }
    },
  ),
  rule(
    'OAU-28',
    PROTOCOL,
    'Answers with tokens are not stored, and programs in browsers read them.',
    async (w) => {
      const { answer } = await connected(w);
      const caching = String(answer.headers['cache-control']);
      holds(/\bno-store\b/.test(caching), 'no-store', caching);
      same(answer.headers['access-control-allow-origin'], '*', 'the origins');
      same(answer.headers['access-control-allow-credentials'], undefined, 'cookies');
      for (const path of [
        '/oauth-authorization-server',
        '/oauth-protected-resource/mcp',
        '/oauth-protected-resource/api/v1',
      ]) {
        const { headers, status } = await w.ask('GET', path, { below: '/.well-known' });
        same([status, headers['access-control-allow-origin']], [200, '*'], path);
      }
      same(
        (await w.ask('GET', '/oauth-protected-resource/other', { below: '/.well-known' })).status,
        404,
        'another part',
      );
    },
  ),
  rule(
    'OAU-29',
    PROTOCOL,
    'A program gives an access token back as well, with a token and its client_id.',
    async (w) => {
      const program = await connected(w);
      const { clientId: client_id } = program.started;
      for (const form of [{ client_id }, { token: program.access }])
        same((await token(w, form, '/oauth/revoke')).status, 400, JSON.stringify(form));
      same(
        (await token(w, { client_id, token: 'pk_unknown' }, '/oauth/revoke')).status,
        200,
        'an unknown token',
      );
      same((await token(w, { client_id, token: program.access }, '/oauth/revoke')).status, 200, 'the status');
      refused(await bearer(w, program.access), 'UNAUTHORIZED');
      const renewed = { grant_type: 'refresh_token', client_id, refresh_token: program.refresh };
      same((await token(w, renewed)).body['error'], 'invalid_grant', 'the refresh token');
    },
  ),
  rule('OAU-30', PROTOCOL, 'A code ends with the session that allowed its program.', async (w) => {
    const [user, { clientId }] = [await visitor(w), await addProgram(w)];
    const started = startProgram({ clientId, redirectUri: REDIRECT_URI });
    const { code = '' } = answerIn(textAt(success(await allow(user, started)), 'location'));
    success(await user.ask('DELETE', '/session'));
    const answer = await token(w, exchangeForm(started, code));
    same([answer.status, answer.body['error']], [400, 'invalid_grant'], 'the answer');
    holds(!answer.text.includes('pk_'), 'no token', answer.text);
  }),
];
