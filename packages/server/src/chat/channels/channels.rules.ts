import { leave, neighbourhood, room, type Room } from '@parley/rules/steps/channels.ts';
import { items, lacking, numberAt, plain, refused, same, success, type Item } from '@parley/rules/expect.ts';
import type { User } from '@parley/rules/ground.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import { stateOf } from '@parley/rules/steps/common.ts';
import type { Answer } from '@parley/rules/wire.ts';
import type { World } from '@parley/rules/world.ts';

const LEAVE = 'unsubscribe';
const BOTH = 'update-subscriptions';
const CREATE = 'create-channel';
const LIST = 'get-streams';
const GET = 'get-stream-by-id';
const MEMBERS = 'get-subscribers';
const FIND = 'get-stream-id';
const UPDATE = 'update-stream';
const ARCHIVE = 'archive-stream';
const UNKNOWN = 999_999_999;

function update(w: World, as: User, { id }: Room, form: Item): Promise<Answer> {
  return w.ask('PATCH', `/streams/${id}`, { as, form });
}

async function shown(w: World, { id }: Room): Promise<Item> {
  return success(await w.ask('GET', `/streams/${id}`, { as: await w.owner() })).at('stream') as Item;
}

function create(w: World, as: User, form: Item): Promise<Answer> {
  return w.ask('POST', '/channels/create', {
    as,
    form: { name: w.unique('made '), subscribers: [], ...form },
  });
}

/** The code and the words of a refusal. */
function reason({ status, body }: Answer): unknown {
  return [status, body['code'], body['msg']];
}

export const channelRules: readonly Rule[] = [
  rule(
    'UNS-1',
    LEAVE,
    'A user leaves a channel; a user who was not subscribed is listed apart.',
    async (w) => {
      const as = await w.user();
      const place = await room(w, as);
      const first = success(await leave(w, as, place));
      same([first.at('removed'), first.at('not_removed')], [[place.name], []], 'the answer');
      const second = success(await leave(w, as, place));
      same([second.at('removed'), second.at('not_removed')], [[], [place.name]], 'the answer');
    },
  ),
  rule('UNS-2', LEAVE, 'Unknown channels and users are refused.', async (w) => {
    const as = await w.user();
    const place = await room(w, as);
    refused(await leave(w, as, { id: 0, name: w.unique('none ') }));
    const form = { subscriptions: [place.name], principals: [UNKNOWN] };
    refused(await w.ask('DELETE', '/users/me/subscriptions', { as, form }));
    lacking(await w.ask('DELETE', '/users/me/subscriptions', { as, form: {} }), 'subscriptions');
  }),
  rule('UNS-3', LEAVE, 'Others are removed by administrators and by who administers it.', async (w) => {
    const [maker, other, third] = [await w.user(), await w.user(), await w.user()];
    const place = await room(w, maker, { others: [other, third] });
    const remove = async (as: User, id: number) =>
      w.ask('DELETE', '/users/me/subscriptions', {
        as,
        form: { subscriptions: [place.name], principals: [id] },
      });
    refused(await remove(other, third.id));
    success(await remove(maker, third.id));
    success(await remove(await w.user({ role: 200 }), other.id));
  }),
  rule('UNS-4', LEAVE, 'Guests leave for themselves.', async (w) => {
    const guest = await w.user({ role: 600 });
    const place = await room(w, await w.user(), { others: [guest] });
    same(success(await leave(w, guest, place)).at('removed'), [place.name], 'removed');
  }),
  rule(
    'UNS-5',
    LEAVE,
    'A user who leaves receives the removal; a user who loses visibility receives the deletion of the channel.',
    async (w) => {
      const as = await w.user();
      const place = await room(w, await w.user(), { invite_only: true, others: [as] });
      const queue = await w.listen(as, { event_types: ['stream', 'subscription'] });
      success(await leave(w, as, place));
      same(
        (await queue.events()).map(({ type, op }) => [type, op]),
        [
          ['subscription', 'remove'],
          ['stream', 'delete'],
        ],
        'events',
      );
    },
  ),
  rule('UNS-6', LEAVE, 'Users who see a channel receive the removal of a subscriber.', async (w) => {
    const around = await neighbourhood(w, ['subscription']);
    success(await leave(w, around.actor, around.place));
    const heard = await around.heard();
    for (const who of ['subscriber', 'guest', 'outsider', 'administrator'] as const)
      same(
        heard[who],
        [
          {
            type: 'subscription',
            op: 'peer_remove',
            stream_ids: [around.place.id],
            user_ids: [around.actor.id],
          },
        ],
        `what the ${who} hears`,
      );
  }),
  rule('UNS-7', BOTH, 'Coming and leaving at once answers both.', async (w) => {
    const as = await w.user();
    const [place, name] = [await room(w, as), w.unique('new ')];
    const answer = success(
      await w.ask('PATCH', '/users/me/subscriptions', {
        as,
        form: { add: [{ name }], delete: [place.name] },
      }),
    );
    same(
      [answer.at('subscribed'), answer.at('removed'), answer.at('not_removed')],
      [{ [as.id]: [name] }, [place.name], []],
      'the answer',
    );
  }),
  rule('UNS-8', BOTH, 'Neither is refused, and so are guests.', async (w) => {
    refused(await w.ask('PATCH', '/users/me/subscriptions', { as: await w.user(), form: {} }));
    const guest = await w.user({ role: 600 });
    const place = await room(w, await w.user(), { others: [guest] });
    refused(await w.ask('PATCH', '/users/me/subscriptions', { as: guest, form: { delete: [place.name] } }));
  }),
  rule('CHC-1', CREATE, 'A channel is created with its first subscribers, or with none.', async (w) => {
    const [as, other] = [await w.user(), await w.user()];
    const id = numberAt(success(await create(w, as, { subscribers: [other.id] })), 'id');
    const members = success(await w.ask('GET', `/streams/${id}/members`, { as }));
    same(members.at('subscribers'), [other.id], 'subscribers');
    success(await create(w, as, {}));
  }),
  rule('CHC-2', CREATE, 'A name that is taken is refused with status 409, in any case.', async (w) => {
    const as = await w.user();
    const place = await room(w, as);
    const name = place.name.toUpperCase();
    const answer = await create(w, as, { name });
    same(
      [answer.status, answer.body['code'], answer.body['channel_name']],
      [409, 'CHANNEL_ALREADY_EXISTS', name],
      'the refusal',
    );
  }),
  rule('CHC-3', CREATE, 'Guests, unknown users and blank names are refused.', async (w) => {
    const as = await w.user();
    refused(await create(w, await w.user({ role: 600 }), {}));
    refused(await create(w, as, { subscribers: [UNKNOWN] }));
    refused(await create(w, as, { name: ' ' }));
    lacking(await w.ask('POST', '/channels/create', { as, form: { name: w.unique('x') } }), 'subscribers');
  }),
  rule('CHL-1', LIST, 'Public channels and those one is in are listed, by name.', async (w) => {
    const [as, other] = [await w.user(), await w.user()];
    const [open, own] = [await room(w, other), await room(w, as, { invite_only: true })];
    const hidden = await room(w, other, { invite_only: true });
    const list = items(success(await w.ask('GET', '/streams', { as })), 'streams').map(({ name }) => name);
    same(
      [list.includes(open.name), list.includes(own.name), list.includes(hidden.name)],
      [true, true, false],
      'which are listed',
    );
    same(
      list,
      list.toSorted((a, b) => (String(a) < String(b) ? -1 : 1)),
      'their order',
    );
  }),
  rule('CHL-2', LIST, 'Administrators see private channels of others, but do not read them.', async (w) => {
    const admin = await w.user({ role: 200 });
    const place = await room(w, await w.user(), { invite_only: true });
    const has = async (query: Item) =>
      items(success(await w.ask('GET', '/streams', { as: admin, query })), 'streams').some(
        ({ stream_id }) => stream_id === place.id,
      );
    same(
      [await has({ include_all: true }), await has({ include_can_access_content: true }), await has({})],
      [true, false, false],
      'where it is listed',
    );
  }),
  rule('CHL-3', LIST, 'Guests see what they are in, whatever they ask for.', async (w) => {
    const guest = await w.user({ role: 600 });
    const [inside, outside] = [
      await room(w, await w.user(), { others: [guest] }),
      await room(w, await w.user()),
    ];
    const query = { include_all: true, include_public: true };
    const ids = items(success(await w.ask('GET', '/streams', { as: guest, query })), 'streams').map(
      ({ stream_id }) => stream_id,
    );
    same([ids.includes(inside.id), ids.includes(outside.id)], [true, false], 'which are listed');
  }),
  rule('CHL-4', LIST, 'Archived channels are left out unless they are wanted.', async (w) => {
    const as = await w.user();
    const place = await room(w, as);
    success(await w.ask('DELETE', `/streams/${place.id}`, { as }));
    const has = async (query: Item) =>
      items(success(await w.ask('GET', '/streams', { as, query })), 'streams').some(
        ({ stream_id }) => stream_id === place.id,
      );
    same([await has({}), await has({ exclude_archived: false })], [false, true], 'where it is listed');
  }),
  rule('CHL-5', LIST, 'The response says on request whether a channel is a default channel.', async (w) => {
    const as = await w.user();
    await room(w, as);
    const first = (query: Item) => w.ask('GET', '/streams', { as, query });
    const [plainly, asked] = [await first({}), await first({ include_default: true })];
    same('is_default' in (items(plainly, 'streams')[0] ?? {}), false, 'told without asking');
    same(typeof items(asked, 'streams')[0]?.['is_default'], 'boolean', 'told when asked');
  }),
  rule('CHG-1', GET, 'A channel that is hidden is refused like one that does not exist.', async (w) => {
    const [as, guest] = [await w.user(), await w.user({ role: 600 })];
    const hidden = await room(w, await w.user(), { invite_only: true });
    const open = await room(w, await w.user());
    const ask = (user: User, id: number) => w.ask('GET', `/streams/${id}`, { as: user });
    const unknown = reason(await ask(as, UNKNOWN));
    same(reason(await ask(as, hidden.id)), unknown, 'the refusal of a private channel');
    same(reason(await ask(guest, open.id)), unknown, 'the refusal of a guest');
    success(await ask(await w.user({ role: 200 }), hidden.id));
  }),
  rule('CHG-2', MEMBERS, 'The subscribers of a channel are listed for users who see it.', async (w) => {
    const [as, other] = [await w.user(), await w.user()];
    const place = await room(w, as, { invite_only: true });
    const ask = (user: User) => w.ask('GET', `/streams/${place.id}/members`, { as: user });
    refused(await ask(other));
    for (const user of [as, await w.owner()])
      same(success(await ask(user)).at('subscribers'), [as.id], 'subscribers');
  }),
  rule('CHG-3', FIND, 'A channel is found by name by those who read it, unless archived.', async (w) => {
    const as = await w.user();
    const place = await room(w, as, { invite_only: true });
    const ask = (user: User) =>
      w.ask('GET', '/get_stream_id', { as: user, query: { stream: place.name.toUpperCase() } });
    same(success(await ask(as)).at('stream_id'), place.id, 'stream_id');
    refused(await ask(await w.owner()));
    success(await w.ask('DELETE', `/streams/${place.id}`, { as }));
    refused(await ask(as));
    lacking(await w.ask('GET', '/get_stream_id', { as }), 'stream');
  }),
  rule(
    'CHU-1',
    UPDATE,
    'An administrator of a channel changes it; an update without changes succeeds.',
    async (w) => {
      const as = await w.user();
      const place = await room(w, as);
      plain(await update(w, as, place, { description: 'all *new*' }));
      plain(await update(w, await w.user({ role: 200 }), place, {}));
      const { description, rendered_description } = await shown(w, place);
      same(
        { description, rendered_description },
        { description: 'all *new*', rendered_description: '<p>all <em>new</em></p>' },
        'the channel',
      );
    },
  ),
  rule(
    'CHU-2',
    UPDATE,
    'Other callers are refused, and learn that the channel exists only if they can read it.',
    async (w) => {
      const [reader, stranger] = [await w.user(), await w.user()];
      const maker = await w.user();
      const [open, hidden] = [await room(w, maker), await room(w, maker, { invite_only: true })];
      const form = { description: 'no' };
      refused(await update(w, reader, open, form));
      const unknown = reason(await update(w, stranger, { id: UNKNOWN, name: '' }, form));
      same(reason(await update(w, stranger, hidden, form)), unknown, 'the refusal of a private channel');
      same((await shown(w, open))['description'], '', 'the description afterwards');
    },
  ),
  rule('CHU-3', UPDATE, 'A guest who is listed among its administrators is none.', async (w) => {
    const [maker, guest] = [await w.user(), await w.user({ role: 600 })];
    const place = await room(w, maker, { others: [guest] });
    const listed = { direct_members: [maker.id, guest.id], direct_subgroups: [] };
    plain(await update(w, maker, place, { can_administer_channel_group: { new: listed } }));
    refused(await update(w, guest, place, { description: 'no' }));
  }),
  rule(
    'CHU-4',
    UPDATE,
    'A new name is published under the old one, and may change its case only.',
    async (w) => {
      const as = await w.user();
      const place = await room(w, as);
      refused(await update(w, as, place, { new_name: place.name }));
      const queue = await w.listen(as, { event_types: ['stream'] });
      plain(await update(w, as, place, { new_name: place.name.toUpperCase() }));
      const [event] = await queue.events();
      same(
        [event?.['property'], event?.['value'], event?.['name'], event?.['stream_id']],
        ['name', place.name.toUpperCase(), place.name, place.id],
        'the event',
      );
    },
  ),
  rule('CHU-5', UPDATE, 'The name of another channel is refused with status 409.', async (w) => {
    const as = await w.user();
    const [place, other] = [await room(w, as), await room(w, as)];
    const answer = await update(w, as, place, { new_name: other.name });
    same([answer.status, answer.body['code']], [409, 'CHANNEL_ALREADY_EXISTS'], 'the refusal');
  }),
  rule('CHU-6', UPDATE, 'A public channel shows its history, and none becomes private unread.', async (w) => {
    const maker = await w.user();
    const place = await room(w, maker);
    refused(await update(w, maker, place, { history_public_to_subscribers: false }));
    plain(await update(w, maker, place, { is_private: true }));
    same((await shown(w, place))['history_public_to_subscribers'], false, 'history_public_to_subscribers');
    refused(await update(w, await w.owner(), place, { is_private: false }));
  }),
  rule(
    'CHU-7',
    UPDATE,
    'A user who loses visibility by the change receives the deletion of the channel.',
    async (w) => {
      const [maker, other] = [await w.user(), await w.user()];
      const place = await room(w, maker);
      const queue = await w.listen(other, { event_types: ['stream'] });
      plain(await update(w, maker, place, { is_private: true }));
      const [event] = await queue.events();
      same([event?.['op'], event?.['stream_ids']], ['delete', [place.id]], 'the event');
      plain(await update(w, maker, place, { is_private: false }));
      same(
        (await queue.events()).map(({ op }) => op),
        ['create'],
        'events when it is public again',
      );
    },
  ),
  rule('CHU-8', UPDATE, 'How long messages are kept is for owners.', async (w) => {
    const as = await w.user({ role: 200 });
    const place = await room(w, as);
    refused(await update(w, as, place, { message_retention_days: 7 }), 'UNAUTHORIZED_PRINCIPAL');
    plain(await update(w, await w.owner(), place, { message_retention_days: 7 }));
    same((await shown(w, place))['message_retention_days'], 7, 'message_retention_days');
  }),
  rule('CHU-9', UPDATE, 'Default channels are for administrators, and never private.', async (w) => {
    const as = await w.user();
    const place = await room(w, as);
    refused(await update(w, as, place, { is_default_stream: true }));
    const admin = await w.user({ role: 200 });
    plain(await update(w, admin, place, { is_default_stream: true }));
    refused(await update(w, as, place, { is_private: true }));
    plain(await update(w, admin, place, { is_default_stream: false }));
  }),
  rule('CHU-10', UPDATE, 'A permission that is not what the caller thinks stays.', async (w) => {
    const as = await w.user();
    const place = await room(w, as);
    const list = items(await stateOf(w, as, 'realm_user_groups'), 'realm_user_groups');
    const idOf = (name: string) => list.find((group) => group['name'] === name)?.['id'];
    const form = { can_send_message_group: { new: idOf('role:moderators'), old: idOf('role:nobody') } };
    refused(await update(w, as, place, form), 'EXPECTATION_MISMATCH', { field_name: 'old' });
    plain(await update(w, as, place, { can_send_message_group: { new: idOf('role:administrators') } }));
    const { stream_post_policy, is_announcement_only } = await shown(w, place);
    same([stream_post_policy, is_announcement_only], [2, true], 'the older forms');
  }),
  rule('CHA-1', ARCHIVE, 'A channel is archived once, by those who administer it.', async (w) => {
    const [as, other] = [await w.user(), await w.user()];
    const place = await room(w, as);
    const archive = (user: User) => w.ask('DELETE', `/streams/${place.id}`, { as: user });
    refused(await archive(other));
    plain(await archive(as));
    refused(await archive(as));
    same((await shown(w, place))['is_archived'], true, 'is_archived');
  }),
  rule(
    'CHA-2',
    ARCHIVE,
    'Clients that know archived channels receive the change; for others the channel is deleted.',
    async (w) => {
      const as = await w.user();
      const place = await room(w, as);
      const [able, plainly] = [
        await w.listen(as, {
          event_types: ['stream'],
          client_capabilities: { notification_settings_null: true, archived_channels: true },
        }),
        await w.listen(as, { event_types: ['stream'] }),
      ];
      plain(await w.ask('DELETE', `/streams/${place.id}`, { as }));
      const [heard] = await able.events();
      same(
        [heard?.['op'], heard?.['property'], heard?.['value']],
        ['update', 'is_archived', true],
        'the event',
      );
      same(
        (await plainly.events()).map(({ op }) => op),
        ['delete'],
        'the events of a plain client',
      );
    },
  ),
  rule(
    'CHA-3',
    UPDATE,
    'An archived channel is restored, a private one only if it has a subscriber.',
    async (w) => {
      const as = await w.user();
      const [open, hidden] = [await room(w, as), await room(w, as, { invite_only: true })];
      refused(await update(w, as, open, { is_archived: false }));
      for (const place of [open, hidden]) plain(await w.ask('DELETE', `/streams/${place.id}`, { as }));
      plain(await update(w, as, open, { is_archived: false }));
      success(await leave(w, as, hidden));
      refused(await update(w, await w.owner(), hidden, { is_archived: false }));
    },
  ),
];
