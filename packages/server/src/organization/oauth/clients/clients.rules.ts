import { items, numberAt, refused, same, success } from '@parley/rules/expect.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import { addProgram, bearer, connected, REDIRECT_URI, token } from '@parley/rules/steps/programs.ts';

const LIST = 'get-oauth-clients';
const ADD = 'add-oauth-client';
const REMOVE = 'remove-oauth-client';
const PATH = '/realm/oauth-clients';

export const oauthClientRules: readonly Rule[] = [
  rule('OAU-19', ADD, 'A program has a name and addresses, a host has neither.', async (w) => {
    const as = await w.owner();
    const ask = (form: object) => w.ask('POST', PATH, { as, form: { ...form } });
    refused(await ask({}));
    refused(await ask({ name: 'A program' }));
    refused(await ask({ redirect_uris: [REDIRECT_URI] }));
    refused(await ask({ name: 'A program', redirect_uris: ['http://assistant.example/'] }));
    refused(await ask({ name: 'A program', redirect_uris: ['javascript:alert(1)'] }));
    refused(await ask({ host: 'assistant.example', name: 'A program' }));
    refused(await ask({ host: 'https://assistant.example' }));
    refused(await ask({ host: 'assistant.example/path' }));
    refused(await ask({ host: 'user@assistant.example' }));
    refused(await ask({ host: 'a'.repeat(260) }));
  }),
  rule('OAU-20', ADD, 'A host is allowed once.', async (w) => {
    const as = await w.owner();
    const host = `${w.unique('h').toLowerCase()}.example`;
    const id = numberAt(success(await w.ask('POST', PATH, { as, form: { host } })), 'client', 'id');
    refused(await w.ask('POST', PATH, { as, form: { host: host.toUpperCase() } }));
    success(await w.ask('DELETE', `${PATH}/${id}`, { as }));
  }),
  rule('OAU-21', LIST, 'Administrators see programs and hosts, other users do not.', async (w) => {
    const { id, clientId } = await addProgram(w);
    const listed = items(success(await w.ask('GET', PATH, { as: await w.owner() })), 'clients');
    same(listed.find((one) => one['id'] === id)?.['client_id'], clientId, 'the program');
    refused(await w.ask('GET', PATH, { as: await w.user() }), 'UNAUTHORIZED_PRINCIPAL');
  }),
  rule('OAU-22', REMOVE, 'With a program all that users allowed to it ends.', async (w) => {
    const program = await connected(w);
    success(await w.ask('DELETE', `${PATH}/${program.clientRow}`, { as: await w.owner() }));
    refused(await bearer(w, program.access), 'UNAUTHORIZED');
    const form = {
      grant_type: 'refresh_token',
      client_id: program.started.clientId,
      refresh_token: program.refresh,
    };
    same((await token(w, form)).body['error'], 'invalid_grant', 'the error');
  }),
];
