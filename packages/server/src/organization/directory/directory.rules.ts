import { items, missing, numberAt, refused, same, success, textAt } from '@parley/rules/expect.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';

const PATH = '/realm/directory';
const GET = 'get-directory';
const UPDATE = 'update-directory';
const TEST = 'test-directory';
const CREATE = 'create-directory-token';
const END = 'end-directory-token';

export const directoryRules: readonly Rule[] = [
  rule('DIR-1', GET, 'Owners see the rules, which make no accounts at first; others do not.', async (w) => {
    const { body } = success(await w.ask('GET', PATH, { as: await w.owner() }));
    same(
      typeof (body['rules'] as Record<string, unknown>)['creates_accounts'],
      'boolean',
      'creates_accounts',
    );
    refused(await w.ask('GET', PATH, { as: await w.user() }), 'UNAUTHORIZED_PRINCIPAL');
  }),
  rule('DIR-2', UPDATE, 'A rule that is given replaces the one before; others stay.', async (w) => {
    const as = await w.owner();
    const groups = [{ group: w.unique('g'), user_group_id: null, role: 300 }];
    success(await w.ask('PATCH', PATH, { as, form: { groups } }));
    success(await w.ask('PATCH', PATH, { as, form: { groups_claim: 'roles' } }));
    const { body } = success(await w.ask('GET', PATH, { as }));
    const { groups: kept, groups_claim } = body['rules'] as Record<string, unknown>;
    same([kept, groups_claim], [groups, 'roles'], 'the rules');
    success(await w.ask('PATCH', PATH, { as, form: { groups: [], groups_claim: 'groups' } }));
  }),
  rule('DIR-3', UPDATE, 'Rules name user groups that exist, and never the role of owners.', async (w) => {
    const as = await w.owner();
    const ask = (mapping: object) =>
      w.ask('PATCH', PATH, {
        as,
        form: { groups: [{ group: 'g', user_group_id: null, role: null, ...mapping }] },
      });
    refused(await ask({ user_group_id: 2_000_000_000 }));
    refused(await ask({ role: 100 }));
    refused(await w.ask('PATCH', PATH, { as, form: { groups_claim: ' ' } }));
  }),
  rule('DIR-4', TEST, 'The test tells what a person would get, and changes nothing.', async (w) => {
    const as = await w.owner();
    const { email } = await w.user();
    const there = success(await w.ask('POST', `${PATH}/test`, { as, form: { email } }));
    same((there.body['outcome'] as Record<string, unknown>)['account'], 'exists', 'the account');
    numberAt(there, 'outcome', 'user_id');
    const unknown = { email: `${w.unique('nobody').toLowerCase()}@unknown.example` };
    const { body } = success(await w.ask('POST', `${PATH}/test`, { as, form: unknown }));
    same((body['outcome'] as Record<string, unknown>)['account'], 'refused', 'the account');
    refused(await w.ask('POST', `${PATH}/test`, { as, form: { email: 'no address' } }));
  }),
  rule('DIR-5', CREATE, 'A token is shown once and listed by its last characters.', async (w) => {
    const as = await w.owner();
    const made = success(
      await w.ask('POST', `${PATH}/tokens`, { as, form: { name: 'a directory', days: 30 } }),
    );
    const id = numberAt(made, 'directory_token', 'id');
    const token = textAt(made, 'token');
    const listed = success(await w.ask('GET', PATH, { as }));
    same(JSON.stringify(listed.body).includes(token), false, 'the token in the list');
    const row = items(listed, 'tokens').find((one) => one['id'] === id);
    same(row?.['token_end'], token.slice(-4), 'the end of the token');
    success(await w.ask('DELETE', `${PATH}/tokens/${id}`, { as }));
    missing(await w.ask('DELETE', `${PATH}/tokens/${id}`, { as }));
  }),
  rule('DIR-6', CREATE, 'A token has a name and an end within a year.', async (w) => {
    const as = await w.owner();
    const ask = (form: object) => w.ask('POST', `${PATH}/tokens`, { as, form: { ...form } });
    refused(await ask({ name: ' ', days: 30 }));
    refused(await ask({ name: 'a directory', days: 0 }));
    refused(await ask({ name: 'a directory', days: 366 }));
    refused(
      await w.ask('POST', `${PATH}/tokens`, { as: await w.user(), form: { name: 'n', days: 1 } }),
      'UNAUTHORIZED_PRINCIPAL',
    );
  }),
  rule('DIR-7', END, 'Owners end tokens; others do not.', async (w) => {
    const as = await w.owner();
    const made = success(
      await w.ask('POST', `${PATH}/tokens`, { as, form: { name: 'a directory', days: 30 } }),
    );
    const path = `${PATH}/tokens/${numberAt(made, 'directory_token', 'id')}`;
    refused(await w.ask('DELETE', path, { as: await w.user() }), 'UNAUTHORIZED_PRINCIPAL');
    success(await w.ask('DELETE', path, { as }));
  }),
];
