import { endpoints } from '@parley/contract/endpoints.ts';
import { scopeNames, scopeOf, type Scope } from '@parley/contract/scopes.ts';
import {
  holds,
  items,
  missing,
  numberAt,
  refused,
  same,
  success,
  textAt,
  type Item,
} from '@parley/rules/expect.ts';
import type { User } from '@parley/rules/ground.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import type { Answer } from '@parley/rules/wire.ts';
import type { World } from '@parley/rules/world.ts';

const LIST = 'get-grants';
const CREATE = 'create-grant';
const END = 'end-grant';
const LIST_ALL = 'get-grants-of-users';
const PATH = '/grants';
const DAY = 86_400;

type Program = User & { readonly grantId: number };

/** A program with a grant of the user. */
function program(w: World, user: User, ...scopes: readonly Scope[]): Promise<Program> {
  return programWith(w, user, { scopes });
}

async function programWith(w: World, user: User, form: Item): Promise<Program> {
  const made = success(await w.ask('POST', PATH, { as: user, form: { name: 'a script', ...form } }));
  const grantId = numberAt(made, 'grant', 'id');
  w.later(() => w.ask('DELETE', `${PATH}/${grantId}`, { as: user }));
  return { ...user, key: textAt(made, 'token'), grantId };
}

function bearer(w: World, token: string) {
  return w.ask('GET', '/users/me', { headers: { authorization: `Bearer ${token}` } });
}

function lacksScope(answer: Answer, scope: Scope | null): void {
  same([answer.status, answer.body['code'], answer.body['scope']], [403, 'SCOPE_REQUIRED', scope], 'error');
}

export const grantRules: readonly Rule[] = [
  rule('GRT-1', CREATE, 'A grant has a name, scopes and an end, 90 days from now by default.', async (w) => {
    const as = await w.user();
    const form = { name: ' Night log ', scopes: ['react', 'react', 'read_messages'] };
    const made = success(await w.ask('POST', PATH, { as, form }));
    const { id, created, expires, token_end, ...rest } = made.at('grant') as Record<string, unknown>;
    same(
      rest,
      {
        name: 'Night log',
        scopes: ['react', 'read_messages'],
        channels: null,
        since: null,
        client_id: null,
        client_host: null,
        last_used: null,
      },
      'the grant',
    );
    same(Number(expires) - Number(created), 90 * DAY, 'its seconds');
    holds(textAt(made, 'token').endsWith(String(token_end)), 'the end of the token', token_end);
    success(await w.ask('DELETE', `${PATH}/${Number(id)}`, { as }));
  }),
  rule(
    'GRT-2',
    CREATE,
    'The token lets in by Basic with the address of its user, and by Bearer.',
    async (w) => {
      const user = await w.user();
      const as = await program(w, user, 'see_directory');
      same(success(await w.ask('GET', '/users/me', { as })).at('user_id'), user.id, 'by Basic');
      same(success(await bearer(w, as.key)).at('user_id'), user.id, 'by Bearer');
      const other = await w.user();
      refused(await w.ask('GET', '/users/me', { as: { ...other, key: as.key } }), 'UNAUTHORIZED');
      refused(await bearer(w, `pk_${'a'.repeat(32)}`), 'UNAUTHORIZED');
    },
  ),
  rule('GRT-3', CREATE, 'A name, a known scope and 1 to 365 days are needed.', async (w) => {
    const as = await w.user();
    const ask = (changes: object) =>
      w.ask('POST', PATH, { as, form: { name: 'a script', scopes: ['react'], ...changes } });
    refused(await ask({ name: ' ' }));
    refused(await ask({ scopes: [] }));
    refused(await ask({ scopes: ['everything'] }));
    refused(await ask({ days: 0 }));
    refused(await ask({ days: 366 }));
  }),
  rule('GRT-4', CREATE, 'Bots have no grants, and no grant makes another one.', async (w) => {
    const user = await w.user();
    const form = { name: 'a script', scopes: ['react'] };
    refused(await w.ask('POST', PATH, { as: await w.bot(user), form }));
    const as = await program(w, user, ...scopeNames);
    lacksScope(await w.ask('POST', PATH, { as, form }), null);
    lacksScope(await w.ask('GET', PATH, { as }), null);
  }),
  rule('GRT-5', LIST, 'Own grants are listed, last made first, without their tokens.', async (w) => {
    const as = await w.user();
    const [first, second] = [await program(w, as, 'react'), await program(w, as, 'organize')];
    await program(w, await w.user(), 'react');
    const answer = success(await w.ask('GET', PATH, { as }));
    same(
      items(answer, 'grants').map(({ id }) => id),
      [second.grantId, first.grantId],
      'the ids',
    );
    holds(!answer.text.includes(first.key), 'no token', answer.text);
  }),
  rule('GRT-6', END, 'A grant that ended lets nothing in; other credentials stay.', async (w) => {
    const user = await w.user();
    const [ended, kept] = [await program(w, user, 'see_directory'), await program(w, user, 'see_directory')];
    success(await w.ask('DELETE', `${PATH}/${ended.grantId}`, { as: user }));
    refused(await bearer(w, ended.key), 'UNAUTHORIZED');
    refused(await w.ask('GET', '/users/me', { as: ended }), 'UNAUTHORIZED');
    success(await bearer(w, kept.key));
    missing(await w.ask('DELETE', `${PATH}/${ended.grantId}`, { as: user }));
  }),
  rule('GRT-7', END, 'Administrators end grants of others; other users cannot.', async (w) => {
    const { grantId, key } = await program(w, await w.user(), 'see_directory');
    missing(await w.ask('DELETE', `${PATH}/${grantId}`, { as: await w.user() }));
    success(await bearer(w, key));
    success(await w.ask('DELETE', `${PATH}/${grantId}`, { as: await w.owner() }));
    refused(await bearer(w, key), 'UNAUTHORIZED');
  }),
  rule('GRT-8', LIST_ALL, 'Administrators see the grants of all users, each with its user.', async (w) => {
    const user = await w.user();
    const { grantId } = await program(w, user, 'react');
    const all = items(success(await w.ask('GET', '/realm/grants', { as: await w.owner() })), 'grants');
    same(all.find(({ id }) => id === grantId)?.['user_id'], user.id, 'its user');
    refused(await w.ask('GET', '/realm/grants', { as: user }), 'UNAUTHORIZED_PRINCIPAL');
  }),
  rule(
    'GRT-9',
    CREATE,
    'An operation without its scope is refused, and the error names the scope.',
    async (w) => {
      const as = await program(w, await w.user(), 'react');
      lacksScope(
        await w.ask('GET', '/messages', { as, query: { num_before: 1, num_after: 0 } }),
        'read_messages',
      );
      lacksScope(await w.ask('POST', '/register', { as }), 'follow_events');
      lacksScope(await w.ask('GET', '/users', { as }), 'see_directory');
      lacksScope(await w.ask('POST', '/users/me/api_key/regenerate', { as }), null);
    },
  ),
  rule('GRT-10', CREATE, 'A grant of all scopes changes neither the password nor the address.', async (w) => {
    const as = await program(w, await w.user(), ...scopeNames);
    const change = (form: object) => w.ask('PATCH', '/settings', { as, form: { ...form } });
    success(await change({ twenty_four_hour_time: true }));
    lacksScope(await change({ email: `${w.unique('new')}@example.com` }), null);
    lacksScope(await change({ old_password: 'x', new_password: 'an entirely new long secret' }), null);
  }),
  rule('GRT-11', CREATE, 'No scope opens an operation of which the reference says none.', async (w) => {
    const as = await program(w, await w.user(), ...scopeNames);
    const closed = endpoints.filter(({ auth, path }) => auth === 'basic' && !path.includes('{'));
    for (const endpoint of closed.filter((one) => scopeOf(one) === null))
      lacksScope(await w.ask(endpoint.method, endpoint.path, { as }), null);
  }),
];
