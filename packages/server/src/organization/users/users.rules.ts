import { room } from '@parley/rules/steps/channels.ts';
import { holds, items, refused, same, success } from '@parley/rules/expect.ts';
import { post, talk, write } from '@parley/rules/steps/reading.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import { addField, stateOf, userSeenBy } from '@parley/rules/steps/common.ts';
import type { Credentials } from '@parley/rules/wire.ts';

const LIST = 'get-users';
const GET = 'get-user';
const ME = 'get-own-user';

export const userRules: readonly Rule[] = [
  rule('USL-1', LIST, 'Users and bots are listed, deactivated ones included.', async (w) => {
    const [owner, user, gone] = [await w.owner(), await w.user(), await w.user()];
    const bot = await w.bot(owner);
    success(await w.ask('DELETE', `/users/${gone.id}`, { as: owner }));
    const members = items(success(await w.ask('GET', '/users', { as: user })), 'members');
    const ids = members.map((one) => one['user_id']);
    for (const { id } of [owner, user, gone, bot]) holds(ids.includes(id), `the account ${id}`, ids);
    same(members.find((one) => one['user_id'] === gone.id)?.['is_active'], false, 'is_active');
  }),
  rule('USL-2', LIST, 'A list of ids narrows the response; unknown ids are left out.', async (w) => {
    const user = await w.user();
    const query = { user_ids: [user.id, 999_999_999] };
    const answer = success(await w.ask('GET', '/users', { as: await w.owner(), query }));
    same(
      items(answer, 'members').map((one) => one['user_id']),
      [user.id],
      'the ids',
    );
  }),
  rule('USL-3', LIST, 'Users of another organization are not listed, even by id.', async (w) => {
    const foreign = await (await w.neighbour()).owner();
    const query = { user_ids: [foreign.id] };
    same(success(await w.ask('GET', '/users', { as: await w.owner(), query })).at('members'), [], 'members');
  }),
  rule('USL-4', LIST, 'Profile data come only when asked for, and never for bots.', async (w) => {
    const owner = await w.owner();
    const bot = await w.bot(owner);
    const plainList = items(success(await w.ask('GET', '/users', { as: owner })), 'members');
    holds(
      plainList.every((one) => !('profile_data' in one)),
      'no profile_data',
      plainList,
    );
    const query = { include_custom_profile_fields: true };
    const full = items(success(await w.ask('GET', '/users', { as: owner, query })), 'members');
    for (const one of full)
      same(
        'profile_data' in one,
        one['user_id'] !== bot.id && one['is_bot'] !== true,
        'whether profile_data is there',
      );
  }),
  rule('USL-5', LIST, 'A reader sees the real addresses that their owners let the reader see.', async (w) => {
    const [open, hidden, member] = [await w.user(), await w.user({ visibility: 3 }), await w.user()];
    const query = { user_ids: [open.id, hidden.id] };
    const seen = async (as: typeof open) =>
      items(success(await w.ask('GET', '/users', { as, query })), 'members')
        .toSorted((a, b) => Number(a['user_id']) - Number(b['user_id']))
        .map((one) => one['delivery_email']);
    same(await seen(member), [open.email, null], 'the addresses for a member');
    same(await seen(await w.owner()), [open.email, hidden.email], 'the addresses for an owner');
  }),
  rule('USL-6', LIST, 'Guests see everybody unless the organization says otherwise.', async (w) => {
    const [guest, user] = [await w.user({ role: 600 }), await w.user()];
    const ids = items(success(await w.ask('GET', '/users', { as: guest })), 'members').map(
      (one) => one['user_id'],
    );
    holds(ids.includes(user.id), 'the other user', ids);
  }),
  rule('USL-7', LIST, 'Unknown parameters are reported.', async (w) => {
    const answer = success(await w.ask('GET', '/users', { as: await w.owner(), query: { zeta: 1 } }));
    same(answer.at('ignored_parameters_unsupported'), ['zeta'], 'the ignored parameters');
  }),
  rule('USI-1', GET, 'A user is found by id.', async (w) => {
    const user = await w.user();
    same((await userSeenBy(w, await w.owner(), user.id))['email'], user.email, 'email');
  }),
  rule('USI-2', GET, 'By id a user is the same as by address.', async (w) => {
    const [owner, user] = [await w.owner(), await w.user()];
    const byEmail = success(await w.ask('GET', `/users/${user.email}`, { as: owner })).at('user');
    same(byEmail, await userSeenBy(w, owner, user.id), 'the user');
  }),
  rule(
    'USI-3',
    GET,
    'An id that does not exist, or of another organization, is refused alike.',
    async (w) => {
      const foreign = await (await w.neighbour()).owner();
      const as = await w.owner();
      const [a, b] = [
        await w.ask('GET', `/users/${foreign.id}`, { as }),
        await w.ask('GET', '/users/999999999', { as }),
      ];
      refused(a);
      same([a.status, a.body], [b.status, b.body], 'status and body');
    },
  ),
  rule('USI-4', GET, 'Profile data come only when asked for.', async (w) => {
    const user = await w.user();
    holds(!('profile_data' in (await userSeenBy(w, user, user.id))), 'no profile_data', 'one');
    holds(
      'profile_data' in (await userSeenBy(w, user, user.id, { include_custom_profile_fields: true })),
      'profile_data',
      'none',
    );
  }),
  rule(
    'USM-1',
    ME,
    'The account of the caller stands at the top level, with profile data and a message id.',
    async (w) => {
      const user = await w.user();
      const { body } = success(await w.ask('GET', '/users/me', { as: user }));
      same(
        [body['user_id'], body['full_name'], body['delivery_email'], body['profile_data']],
        [user.id, user.name, user.email, {}],
        'the fields',
      );
      same(body['max_message_id'], -1, 'max_message_id');
    },
  ),
  rule('USM-2', ME, 'The address of the picture is always given.', async (w) => {
    const { body } = success(await w.ask('GET', '/users/me', { as: await w.user() }));
    same(typeof body['avatar_url'], 'string', 'the type of avatar_url');
  }),
  rule('USM-3', ME, 'Unknown parameters are reported.', async (w) => {
    const answer = success(await w.ask('GET', '/users/me', { as: await w.owner(), query: { zeta: 1 } }));
    same(answer.at('ignored_parameters_unsupported'), ['zeta'], 'the ignored parameters');
  }),
  rule('USM-4', ME, 'Own values of profile fields are there without being asked for.', async (w) => {
    const user = await w.user();
    const id = await addField(w);
    success(
      await w.ask('PATCH', '/users/me/profile_data', { as: user, form: { data: [{ id, value: 'x' }] } }),
    );
    same(
      success(await w.ask('GET', '/users/me', { as: user })).at('profile_data', String(id), 'value'),
      'x',
      'the value',
    );
  }),
  rule('USM-5', ME, '`max_message_id` is the highest id of a message that the user received.', async (w) => {
    const { reader, writer, place } = await talk(w);
    const newest = async (as: Credentials): Promise<unknown> =>
      success(await w.ask('GET', '/users/me', { as })).at('max_message_id');
    const received = await post(w, writer, place);
    await post(w, writer, await room(w, writer));
    same(await newest(reader), received, 'max_message_id');
    const direct = await write(w, writer, [reader]);
    same([await newest(reader), await newest(writer)], [direct, direct], 'max_message_id of both');
    const state = await stateOf(w, reader, 'message');
    same(state.at('max_message_id'), direct, 'max_message_id of the registration');
  }),
];
