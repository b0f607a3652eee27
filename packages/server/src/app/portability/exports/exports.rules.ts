import { eventually } from '@parley/rules/eventually.ts';
import { holds, items, numberAt, plain, refused, same, success, type Item } from '@parley/rules/expect.ts';
import type { User } from '@parley/rules/ground.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import { crowd } from '@parley/rules/steps/common.ts';
import type { World } from '@parley/rules/world.ts';

const START = 'export-realm';
const LIST = 'get-realm-exports';
const DELETE = 'delete-realm-export';
const CONSENTS = 'get-realm-export-consents';

/** Requests are counted per week, so they are made on servers of the suite's own only. */
function start(w: World, as: User, form: Item = {}) {
  w.own();
  return w.ask('POST', '/export/realm', { as, form });
}

async function list(w: World, as: User): Promise<readonly Item[]> {
  return items(success(await w.ask('GET', '/export/realm', { as })), 'exports');
}

async function made(w: World, as: User): Promise<Item> {
  const id = numberAt(success(await start(w, as)), 'id');
  return eventually('a complete export', async () =>
    (await list(w, as)).find((one) => one['id'] === id && one['pending'] === false),
  );
}

function remove(w: World, as: User, id: unknown) {
  return w.ask('DELETE', `/export/realm/${String(id)}`, { as });
}

export const realmExportRules: readonly Rule[] = [
  rule('EXP-1', START, 'An export is public unless it is said, and is listed as pending.', async (w) => {
    const owner = await w.owner();
    const id = numberAt(success(await start(w, owner)), 'id');
    const found = (await list(w, owner)).find((one) => one['id'] === id) ?? {};
    same([found['export_type'], found['acting_user_id']], ['public', owner.id], 'type and user');
    holds(Math.abs(Number(found['export_time']) - Date.now() / 1000) < 120, 'the time', found['export_time']);
  }),
  rule('EXP-2', START, 'An unknown type, and private data without consent, are refused.', async (w) => {
    for (const export_type of ['everything', 'full_without_consent', '1'])
      refused(await start(w, await w.owner(), { export_type }));
  }),
  rule('EXP-3', START, 'Administrators export; others may neither export nor list.', async (w) => {
    const member = await w.user({ role: 300 });
    refused(await start(w, member), 'UNAUTHORIZED_PRINCIPAL');
    for (const path of ['/export/realm', '/export/realm/consents'])
      refused(await w.ask('GET', path, { as: member }), 'UNAUTHORIZED_PRINCIPAL');
    success(await start(w, await w.user({ role: 200 })));
  }),
  rule('EXP-4', START, 'A sixth export within a week is refused.', async (w) => {
    const owner = await w.owner();
    for (let n = 0; n < 5; n += 1) success(await start(w, owner, { export_type: 'full_with_consent' }));
    refused(await start(w, owner));
  }),
  rule('EXP-5', LIST, 'A complete export has an address from which it is downloaded.', async (w) => {
    const one = await made(w, await w.owner());
    const { export_url, pending, deleted_timestamp, failed_timestamp, export_from_prior_server } = one;
    same(
      { pending, deleted_timestamp, failed_timestamp, export_from_prior_server },
      { pending: false, deleted_timestamp: null, failed_timestamp: null, export_from_prior_server: false },
      'the state',
    );
    holds(/^https?:\/\/.+\.tar$/.test(String(export_url)), 'an address', export_url);
  }),
  rule('EXP-6', DELETE, 'A deleted export has the time of its deletion and no address.', async (w) => {
    const owner = await w.owner();
    const { id } = await made(w, owner);
    plain(await remove(w, owner, id));
    const found = (await list(w, owner)).find((one) => one['id'] === id) ?? {};
    same([typeof found['deleted_timestamp'], found['export_url']], ['number', null], 'the deletion');
    refused(await remove(w, owner, id));
  }),
  rule('EXP-7', DELETE, 'An unknown export, and one by a member, are not deleted.', async (w) => {
    refused(await remove(w, await w.owner(), 999_999_999));
    const { id } = await made(w, await w.owner());
    refused(await remove(w, await w.user(), id), 'UNAUTHORIZED_PRINCIPAL');
  }),
  rule(
    'EXP-8',
    START,
    'Administrators receive all exports with each change; others receive nothing.',
    async (w) => {
      const users = await crowd(w, ['realm_export']);
      const { id } = await made(w, users.owner);
      const heard = await users.heard();
      const states = heard.admin.map((event) => (event['exports'] as Item[]).find((one) => one['id'] === id));
      same(
        states.map((one) => one?.['pending']),
        [true, false],
        'the states',
      );
      same([heard.owner.length, heard.member, heard.guest], [2, [], []], 'what others hear');
    },
  ),
  rule(
    'EXP-9',
    CONSENTS,
    'Consents are listed for active human users, with who sees their address.',
    async (w) => {
      const [owner, one] = [await w.owner(), await w.user()];
      const bot = await w.bot(owner);
      plain(await w.ask('PATCH', '/settings', { as: one, form: { allow_private_data_export: true } }));
      const found = items(
        success(await w.ask('GET', '/export/realm/consents', { as: owner })),
        'export_consents',
      );
      const of = (id: number) => found.find(({ user_id }) => user_id === id);
      same(of(one.id), { user_id: one.id, consented: true, email_address_visibility: 1 }, 'the consent');
      same([of(owner.id)?.['consented'], of(bot.id)], [false, undefined], 'the others');
    },
  ),
];
