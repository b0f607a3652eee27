import { plain, refused, same, success, type Item } from '@parley/rules/expect.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import { roleGroup } from '@parley/rules/steps/groups.ts';
import { during, setRealm } from '@parley/rules/steps/common.ts';
import type { Credentials } from '@parley/rules/wire.ts';
import type { World } from '@parley/rules/world.ts';

const UPDATE = 'update-status';
const FOR = 'update-status-for-user';
const GET = 'get-user-status';

function say(w: World, as: Credentials, form: Item) {
  return w.ask('POST', '/users/me/status', { as, form });
}

async function statusOf(w: World, id: number): Promise<unknown> {
  return success(await w.ask('GET', `/users/${id}/status`, { as: await w.owner() })).at('status');
}

const OCTOPUS = { emoji_name: 'octopus', emoji_code: '1f419', reaction_type: 'unicode_emoji' };

export const userStatusRules: readonly Rule[] = [
  rule('STA-1', UPDATE, 'A status text is stored trimmed, and answered plainly.', async (w) => {
    const as = await w.user();
    plain(await say(w, as, { status_text: '  at lunch  ' }));
    same(await statusOf(w, as.id), { status_text: 'at lunch' }, 'the status');
  }),
  rule('STA-2', UPDATE, 'A text has at most 60 characters after trimming.', async (w) => {
    const as = await w.user();
    plain(await say(w, as, { status_text: ` ${'ä'.repeat(60)} ` }));
    refused(await say(w, as, { status_text: 'x'.repeat(61) }));
    same(await statusOf(w, as.id), { status_text: 'ä'.repeat(60) }, 'the status');
  }),
  rule('STA-3', UPDATE, 'At least one field of the status is required.', async (w) => {
    const as = await w.user();
    refused(await say(w, as, {}));
    refused(await say(w, as, { emoji_code: '1f419' }));
    refused(await say(w, as, { status_text: 'x', emoji_code: '1f419' }));
    refused(await say(w, as, { status_text: 'x', reaction_type: 'unicode_emoji' }));
    same(await statusOf(w, as.id), {}, 'the status');
  }),
  rule('STA-4', UPDATE, 'Code and kind of an emoji are found out by its name.', async (w) => {
    const as = await w.user();
    for (const form of [
      { emoji_name: 'octopus' },
      { emoji_name: 'octopus', emoji_code: '1f419' },
      { emoji_name: 'octopus', reaction_type: 'unicode_emoji' },
      OCTOPUS,
    ]) {
      plain(await say(w, as, { emoji_name: '' }));
      plain(await say(w, as, form));
      same(await statusOf(w, as.id), OCTOPUS, 'the status');
    }
  }),
  rule('STA-5', UPDATE, 'Emoji that do not exist, or whose parts do not fit, are refused.', async (w) => {
    const as = await w.user();
    for (const form of [
      { emoji_name: 'no_such_emoji_at_all' },
      { ...OCTOPUS, emoji_code: '1f600' },
      { ...OCTOPUS, emoji_name: 'no_such_emoji_at_all' },
      { ...OCTOPUS, reaction_type: 'realm_emoji' },
      { ...OCTOPUS, reaction_type: 'nonsense' },
    ])
      refused(await say(w, as, form));
    same(await statusOf(w, as.id), {}, 'the status');
  }),
  rule('STA-6', UPDATE, 'Omitted fields stay, and empty fields are cleared.', async (w) => {
    const as = await w.user();
    plain(await say(w, as, { status_text: 'busy' }));
    plain(await say(w, as, { emoji_name: 'octopus' }));
    same(await statusOf(w, as.id), { status_text: 'busy', ...OCTOPUS }, 'both parts');
    plain(await say(w, as, { status_text: '' }));
    same(await statusOf(w, as.id), OCTOPUS, 'the emoji alone');
    plain(await say(w, as, { emoji_name: '' }));
    same(await statusOf(w, as.id), {}, 'nothing');
  }),
  rule('STA-7', UPDATE, 'Everyone receives the changed fields, and nothing else.', async (w) => {
    const [as, other] = [await w.owner(), await w.user()];
    const told = (form: Item) => during(w, as, ['user_status'], () => say(w, other, form));
    const event = { type: 'user_status', user_id: other.id };
    same(await told({ status_text: ' here ' }), [{ ...event, status_text: 'here' }], 'the text');
    same(await told({ emoji_name: 'octopus' }), [{ ...event, ...OCTOPUS }], 'the emoji');
    same(
      await told({ emoji_name: '' }),
      [{ ...event, emoji_name: '', emoji_code: '', reaction_type: 'unicode_emoji' }],
      'no emoji',
    );
    same(await told({ away: true }), [{ ...event, away: true }], 'being away');
  }),
  rule('STA-8', UPDATE, 'Being away is the opposite of wanting to be seen.', async (w) => {
    const as = await w.user();
    const events = await during(w, as, ['user_settings'], () => say(w, as, { away: true }));
    same(
      events,
      [{ type: 'user_settings', op: 'update', property: 'presence_enabled', value: false }],
      'the events',
    );
    same(await statusOf(w, as.id), { away: true }, 'the status');
    success(await w.ask('PATCH', '/settings', { as, form: { presence_enabled: true } }));
    same(await statusOf(w, as.id), {}, 'the status');
  }),
  rule('STA-9', GET, 'A user without a status has an empty one, even when invisible.', async (w) => {
    const as = await w.user();
    success(await w.ask('PATCH', '/settings', { as, form: { presence_enabled: false } }));
    same(await statusOf(w, as.id), {}, 'the status');
  }),
  rule('STA-10', UPDATE, 'Bots say nothing about themselves.', async (w) => {
    refused(await say(w, await w.bot(await w.owner()), { status_text: 'beep' }));
  }),
  rule('STA-11', FOR, 'Administrators say things about users, and no other user does.', async (w) => {
    const [as, other] = [await w.user({ role: 200 }), await w.user()];
    const about = (by: Credentials, id: number, form: Item = { status_text: 'on leave' }) =>
      w.ask('POST', `/users/${id}/status`, { as: by, form });
    plain(await about(as, other.id));
    same(await statusOf(w, other.id), { status_text: 'on leave' }, 'the status');
    refused(await about(await w.user({ role: 300 }), other.id), 'UNAUTHORIZED_PRINCIPAL');
    refused(await about(as, (await w.bot(as)).id));
    refused(await about(as, 0));
    refused(await about(as, other.id, {}));
    const answer = success(await about(as, other.id, { status_text: 'x', away: true }));
    same(answer.at('ignored_parameters_unsupported'), ['away'], 'what is ignored');
  }),
  rule('STA-12', GET, 'Bots, deactivated and unknown users have no status.', async (w) => {
    const as = await w.owner();
    const gone = await w.user();
    success(await w.ask('DELETE', `/users/${gone.id}`, { as }));
    for (const id of [(await w.bot(as)).id, gone.id, 0])
      refused(await w.ask('GET', `/users/${id}/status`, { as }));
  }),
  rule('STA-13', 'register-queue', 'Registration shows who says something, by id.', async (w) => {
    const [as, silent, gone] = [await w.user(), await w.user(), await w.user()];
    for (const one of [as, gone]) plain(await say(w, one, { status_text: 'here' }));
    plain(await say(w, silent, { status_text: '' }));
    success(await w.ask('DELETE', `/users/${gone.id}`, { as: await w.owner() }));
    const form = { fetch_event_types: ['user_status'] };
    const shown = success(await w.ask('POST', '/register', { as, form })).at('user_status') as Item;
    same(
      [shown[as.id], shown[silent.id], shown[gone.id]],
      [{ status_text: 'here' }, undefined, undefined],
      'it',
    );
  }),
  rule('STA-14', GET, 'Restricted guests neither see nor receive the status of hidden users.', async (w) => {
    const [guest, other] = [await w.user({ role: 600 }), await w.user()];
    w.own();
    await setRealm(w, { can_access_all_users_group: { new: await roleGroup(w, 'members') } }, {});
    const events = await during(w, guest, ['user_status'], () => say(w, other, { status_text: 'hidden' }));
    same(events, [], 'the events');
    refused(await w.ask('GET', `/users/${other.id}/status`, { as: guest }));
    const form = { fetch_event_types: ['user_status'] };
    same(success(await w.ask('POST', '/register', { as: guest, form })).at('user_status'), {}, 'all');
  }),
];
