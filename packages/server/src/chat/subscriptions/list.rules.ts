import { leave, room, subscriptionIn, subscriptions, type Room } from '@parley/rules/steps/channels.ts';
import { items, lacking, missing, plain, refused, same, success, type Item } from '@parley/rules/expect.ts';
import type { User } from '@parley/rules/ground.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import { during } from '@parley/rules/steps/common.ts';
import type { World } from '@parley/rules/world.ts';

const BULK = 'update-subscription-settings';
const LIST = 'get-subscriptions';
const STATUS = 'get-subscription-status';
const CHANNELS = 'get-user-channels';
const UNKNOWN = 999_999_999;

function bulk(w: World, as: User, subscription_data: readonly Item[]) {
  return w.ask('POST', '/users/me/subscriptions/properties', { as, form: { subscription_data } });
}

function status(w: World, as: User, shownUser: number, channel: number) {
  return w.ask('GET', `/users/${shownUser}/subscriptions/${channel}`, { as });
}

async function isIn(w: World, as: User, { id: shownUser }: User, { id }: Room) {
  return success(await status(w, as, shownUser, id)).at('is_subscribed');
}

async function channelsOf(w: World, as: User, { id }: User) {
  return success(await w.ask('GET', `/users/${id}/channels`, { as })).at('subscribed_channel_ids');
}

export const subscriptionListRules: readonly Rule[] = [
  rule(
    'SB-1',
    BULK,
    'Several settings of several channels change with one request, in its order.',
    async (w) => {
      const as = await w.user();
      const [one, two] = [await room(w, as), await room(w, as)];
      const events = await during(w, as, ['subscription'], async () =>
        plain(
          await bulk(w, as, [
            { stream_id: one.id, property: 'color', value: '#111111' },
            { stream_id: two.id, property: 'is_muted', value: true },
            { stream_id: one.id, property: 'pin_to_top', value: true },
          ]),
        ),
      );
      same(
        events.map(({ stream_id, property, value }) => [stream_id, property, value]),
        [
          [one.id, 'color', '#111111'],
          [two.id, 'in_home_view', false],
          [two.id, 'is_muted', true],
          [one.id, 'pin_to_top', true],
        ],
        'the events',
      );
      same((await subscriptionIn(w, as, two))['is_muted'], true, 'is_muted');
    },
  ),
  rule('SB-2', BULK, 'If one element is malformed, none is applied.', async (w) => {
    const as = await w.user();
    const place = await room(w, as);
    const good = { stream_id: place.id, property: 'color', value: '#123123' };
    for (const bad of [
      { stream_id: place.id, property: 'color', value: 'red' },
      { stream_id: place.id, property: 'foo', value: true },
      { stream_id: place.id, property: 'pin_to_top', value: 'true' },
      { stream_id: place.id, property: 'pin_to_top' },
      { stream_id: String(place.id), property: 'pin_to_top', value: true },
      { property: 'pin_to_top', value: true },
    ])
      refused(await bulk(w, as, [good, bad]));
    same((await subscriptionIn(w, as, place))['color'] === '#123123', false, 'that the first was applied');
  }),
  rule('SB-3', BULK, 'If one channel is refused, the elements before it stay applied.', async (w) => {
    const as = await w.user();
    const place = await room(w, as);
    refused(
      await bulk(w, as, [
        { stream_id: place.id, property: 'color', value: '#100' },
        { stream_id: UNKNOWN, property: 'color', value: '#200' },
        { stream_id: place.id, property: 'color', value: '#300' },
      ]),
    );
    same((await subscriptionIn(w, as, place))['color'], '#100', 'color');
  }),
  rule('SB-4', BULK, 'The list is required; an empty one changes nothing.', async (w) => {
    const as = await w.user();
    lacking(await w.ask('POST', '/users/me/subscriptions/properties', { as, form: {} }), 'subscription_data');
    plain(await bulk(w, as, []));
  }),
  rule('SB-5', LIST, 'A user without subscriptions gets an empty list.', async (w) => {
    const as = await w.user({ role: 600 });
    same(await subscriptions(w, as), [], 'the subscriptions');
  }),
  rule('SB-6', LIST, 'Subscriptions stand in the order of their names.', async (w) => {
    const as = await w.user();
    const made = [await room(w, as), await room(w, as), await room(w, as)];
    const names = (await subscriptions(w, as)).map(({ name }) => String(name));
    const ordered = names.toSorted((a, b) => (a < b ? -1 : 1));
    same(names, ordered, 'the names');
    for (const { name } of made) same(names.includes(name), true, `that ${name} is listed`);
  }),
  rule('SB-7', LIST, 'Subscribers are listed only when they are asked for.', async (w) => {
    const [as, other] = [await w.user(), await w.user()];
    const { id } = await room(w, as, { others: [other] });
    const found = async (query: Item) =>
      (await subscriptions(w, as, query)).find((one) => one['stream_id'] === id) ?? {};
    for (const query of [{}, { include_subscribers: 'false' }])
      same('subscribers' in (await found(query)), false, 'that subscribers are listed');
    same((await found({ include_subscribers: 'true' }))['subscribers'], [as.id, other.id], 'subscribers');
    for (const include_subscribers of ['yes', 'True', '1'])
      refused(await w.ask('GET', '/users/me/subscriptions', { as, query: { include_subscribers } }));
  }),
  rule('SB-8', LIST, 'A channel that was left is not listed.', async (w) => {
    const as = await w.user();
    const place = await room(w, as);
    success(await leave(w, as, place));
    same(await subscriptionIn(w, as, place), {}, 'the subscription');
  }),
  rule('SB-9', LIST, 'An archived channel is not listed.', async (w) => {
    const as = await w.user();
    const place = await room(w, as);
    success(await w.ask('DELETE', `/streams/${place.id}`, { as: await w.owner() }));
    same(await subscriptionIn(w, as, place), {}, 'the subscription');
  }),
  rule('SB-10', LIST, 'A registration without notification_settings_null shows no null.', async (w) => {
    const as = await w.user();
    const { id } = await room(w, as);
    for (const capable of [true, false]) {
      const form = {
        fetch_event_types: ['subscription'],
        client_capabilities: { notification_settings_null: capable },
      };
      const answer = success(await w.ask('POST', '/register', { as, form }));
      const mine = items(answer, 'subscriptions').find((one) => one['stream_id'] === id);
      same(mine?.['push_notifications'] === null, capable, 'that it is null');
    }
  }),
  rule('SB-11', STATUS, 'The subscription status is returned for the caller and for others.', async (w) => {
    const [as, other] = [await w.user(), await w.user()];
    const place = await room(w, as);
    same(await isIn(w, as, as, place), true, 'is_subscribed');
    same(await isIn(w, other, as, place), true, 'is_subscribed, asked by somebody else');
    same(await isIn(w, as, other, place), false, 'is_subscribed of somebody else');
  }),
  rule('SB-12', STATUS, 'Users and channels that are unknown or hidden are refused.', async (w) => {
    const [as, other, guest] = [await w.user(), await w.user(), await w.user({ role: 600 })];
    const open = await room(w, as);
    const closed = await room(w, as, { invite_only: true });
    refused(await status(w, as, UNKNOWN, open.id));
    refused(await status(w, as, as.id, UNKNOWN));
    refused(await status(w, other, as.id, closed.id));
    refused(await status(w, guest, as.id, open.id));
    missing(await w.ask('GET', `/users/${as.id}/subscriptions/x`, { as }));
  }),
  rule(
    'SB-13',
    STATUS,
    'Administrators get the subscriptions of private channels that they see.',
    async (w) => {
      const as = await w.user();
      const closed = await room(w, as, { invite_only: true });
      same(await isIn(w, await w.owner(), as, closed), true, 'is_subscribed');
    },
  ),
  rule(
    'SB-14',
    CHANNELS,
    'The channels of another user are listed as far as the caller sees them.',
    async (w) => {
      const [as, other, guest] = [await w.user(), await w.user(), await w.user({ role: 600 })];
      const open = await room(w, as);
      const closed = await room(w, as, { invite_only: true });
      const shared = await room(w, as, { invite_only: true, others: [guest] });
      const ours = new Set([open.id, closed.id, shared.id]);
      const seen = async (asker: User) =>
        ((await channelsOf(w, asker, as)) as number[]).filter((id) => ours.has(id)).toSorted((a, b) => a - b);
      same(await seen(as), [open.id, closed.id, shared.id], 'what the user sees');
      same(await seen(await w.owner()), [open.id, closed.id, shared.id], 'what the owner sees');
      same(await seen(other), [open.id], 'what somebody else sees');
      same(await seen(guest), [shared.id], 'what a guest sees');
    },
  ),
  rule('SB-15', CHANNELS, 'An unknown user is refused.', async (w) => {
    refused(await w.ask('GET', `/users/${UNKNOWN}/channels`, { as: await w.user() }));
  }),
];
