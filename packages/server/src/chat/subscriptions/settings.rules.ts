import { leave, neighbourhood, onlyActorHeard, room, subscriptionIn } from '@parley/rules/steps/channels.ts';
import { lacking, missing, plain, refused, same, success, type Item } from '@parley/rules/expect.ts';
import type { User } from '@parley/rules/ground.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import { during } from '@parley/rules/steps/common.ts';
import type { World } from '@parley/rules/world.ts';

const SET = 'update-subscription-property';
const UNKNOWN = 999_999_999;

const SWITCHES = [
  'pin_to_top',
  'desktop_notifications',
  'audible_notifications',
  'push_notifications',
  'email_notifications',
  'wildcard_mentions_notify',
];

function set(w: World, as: User, id: number, form: Item) {
  return w.ask('PATCH', `/users/me/subscriptions/${id}`, { as, form });
}

function update(stream_id: number, property: string, value: unknown): Item {
  return {
    type: 'subscription',
    op: 'update',
    stream_id,
    property,
    value,
  };
}

/** A fresh user in a fresh channel. */
async function settled(w: World) {
  const as = await w.user();
  const place = await room(w, as);
  return { as, place, id: place.id };
}

export const subscriptionSettingRules: readonly Rule[] = [
  rule('SS-1', SET, 'A colour is stored as it was sent, and answered plainly.', async (w) => {
    const { as, place, id } = await settled(w);
    for (const value of ['#c2c2c2', '#ABC', '#a1B2', '#12345']) {
      plain(await set(w, as, id, { property: 'color', value }));
      same((await subscriptionIn(w, as, place))['color'], value, 'color');
    }
  }),
  rule('SS-2', SET, 'A colour is # and three to six hexadecimal digits, nothing else.', async (w) => {
    const { as, place, id } = await settled(w);
    const { color } = await subscriptionIn(w, as, place);
    for (const value of ['red', '#12', '#1234567', '#0g0g0g', 'c2c2c2', '"#c2c2c2"', '', 'true'])
      refused(await set(w, as, id, { property: 'color', value }));
    same((await subscriptionIn(w, as, place))['color'], color, 'the colour afterwards');
  }),
  rule('SS-3', SET, 'A new colour is one event, for the user alone.', async (w) => {
    const around = await neighbourhood(w, ['subscription']);
    plain(await set(w, around.actor, around.place.id, { property: 'color', value: '#123456' }));
    await onlyActorHeard(around, [update(around.place.id, 'color', '#123456')]);
  }),
  rule('SS-4', SET, 'Muting is two events: in_home_view false, then is_muted true.', async (w) => {
    const around = await neighbourhood(w, ['subscription']);
    const { id } = around.place;
    plain(await set(w, around.actor, id, { property: 'is_muted', value: true }));
    await onlyActorHeard(around, [update(id, 'in_home_view', false), update(id, 'is_muted', true)]);
    const { is_muted, in_home_view } = await subscriptionIn(w, around.actor, around.place);
    same({ is_muted, in_home_view }, { is_muted: true, in_home_view: false }, 'the subscription');
  }),
  rule(
    'SS-5',
    SET,
    'The older in_home_view says the opposite of is_muted, with the same events.',
    async (w) => {
      const { as, place, id } = await settled(w);
      const muted = await during(w, as, ['subscription'], async () =>
        plain(await set(w, as, id, { property: 'in_home_view', value: false })),
      );
      same(muted, [update(id, 'in_home_view', false), update(id, 'is_muted', true)], 'the events of muting');
      const back = await during(w, as, ['subscription'], async () =>
        plain(await set(w, as, id, { property: 'in_home_view', value: true })),
      );
      same(back, [update(id, 'in_home_view', true), update(id, 'is_muted', false)], 'the events of unmuting');
      same((await subscriptionIn(w, as, place))['is_muted'], false, 'is_muted');
    },
  ),
  ...SWITCHES.map((property, n) =>
    rule(`SS-${6 + n}`, SET, `\`${property}\` is switched on and off, with one event each.`, async (w) => {
      const { as, place, id } = await settled(w);
      for (const value of [true, false]) {
        const events = await during(w, as, ['subscription'], async () =>
          plain(await set(w, as, id, { property, value })),
        );
        same(events, [update(id, property, value)], 'the events');
        same((await subscriptionIn(w, as, place))[property], value, property);
      }
    }),
  ),
  rule('SS-12', SET, 'A switch takes true and false and nothing else.', async (w) => {
    const { as, id } = await settled(w);
    for (const property of ['is_muted', 'in_home_view', ...SWITCHES])
      for (const value of ['1', 'True', 'yes', '', '"true"', '#fff'])
        refused(await set(w, as, id, { property, value }));
  }),
  rule('SS-13', SET, 'A property that does not exist is refused.', async (w) => {
    const { as, id } = await settled(w);
    for (const property of ['foo', '', 'name', 'invite_only', 'subscribers'])
      refused(await set(w, as, id, { property, value: true }));
  }),
  rule('SS-14', SET, 'Both parameters are required, whatever channel is named.', async (w) => {
    const { as, id } = await settled(w);
    for (const at of [id, UNKNOWN]) {
      lacking(await set(w, as, at, { property: 'color' }), 'value');
      lacking(await set(w, as, at, { value: true }), 'property');
    }
  }),
  rule('SS-15', SET, 'An unknown channel is refused; a path that is no number is not found.', async (w) => {
    const as = await w.user();
    refused(await set(w, as, UNKNOWN, { property: 'pin_to_top', value: true }));
    missing(await w.ask('PATCH', '/users/me/subscriptions/x', { as, form: { property: 'x', value: 1 } }));
  }),
  rule('SS-16', SET, 'A channel that one can read but is not subscribed to is refused.', async (w) => {
    const { id } = await settled(w);
    refused(await set(w, await w.user(), id, { property: 'pin_to_top', value: true }));
    refused(await set(w, await w.owner(), id, { property: 'pin_to_top', value: true }));
  }),
  rule('SS-17', SET, 'A private channel of others answers as one that does not exist.', async (w) => {
    const { id } = await room(w, await w.user(), { invite_only: true });
    for (const as of [await w.user(), await w.owner(), await w.user({ role: 600 })]) {
      const form = { property: 'color', value: '#fff' };
      const hidden = await set(w, as, id, form);
      refused(hidden);
      same(hidden.body, (await set(w, as, UNKNOWN, form)).body, 'the answer');
    }
  }),
  rule('SS-18', SET, 'An archived channel is refused.', async (w) => {
    const { as, id } = await settled(w);
    success(await w.ask('DELETE', `/streams/${id}`, { as: await w.owner() }));
    refused(await set(w, as, id, { property: 'pin_to_top', value: true }));
  }),
  rule('SS-19', SET, 'The channel of another organization does not exist.', async (w) => {
    const elsewhere = await w.neighbour();
    const { id } = await room(elsewhere, await elsewhere.user());
    refused(await set(w, await w.user(), id, { property: 'pin_to_top', value: true }));
  }),
  rule('SS-20', SET, 'An unchanged value is stored and published again.', async (w) => {
    const { as, id } = await settled(w);
    const events = await during(w, as, ['subscription'], async () => {
      plain(await set(w, as, id, { property: 'pin_to_top', value: false }));
      plain(await set(w, as, id, { property: 'pin_to_top', value: false }));
    });
    same(events, [update(id, 'pin_to_top', false), update(id, 'pin_to_top', false)], 'the events');
  }),
  rule('SS-21', SET, 'Guests and bots have settings of their own.', async (w) => {
    const owner = await w.owner();
    const others = [await w.user({ role: 600 }), await w.bot(owner)];
    const place = await room(w, owner, { others });
    for (const as of others) {
      plain(await set(w, as, place.id, { property: 'pin_to_top', value: true }));
      same((await subscriptionIn(w, as, place))['pin_to_top'], true, 'pin_to_top');
    }
    same((await subscriptionIn(w, owner, place))['pin_to_top'], false, 'pin_to_top of somebody else');
  }),
  rule(
    'SS-22',
    SET,
    'A former subscriber is refused, and finds the old settings after subscribing again.',
    async (w) => {
      const { as, place, id } = await settled(w);
      plain(await set(w, as, id, { property: 'color', value: '#abcdef' }));
      plain(await set(w, as, id, { property: 'is_muted', value: true }));
      success(await leave(w, as, place));
      refused(await set(w, as, id, { property: 'pin_to_top', value: true }));
      const form = { subscriptions: [{ name: place.name, color: '#111' }] };
      success(await w.ask('POST', '/users/me/subscriptions', { as, form }));
      const { color, is_muted } = await subscriptionIn(w, as, place);
      same({ color, is_muted }, { color: '#abcdef', is_muted: true }, 'the settings');
    },
  ),
  rule(
    'SS-23',
    SET,
    'A user removed from a private channel can no longer change settings there.',
    async (w) => {
      const [as, other] = [await w.user(), await w.user()];
      const place = await room(w, other, { others: [as], invite_only: true });
      plain(await set(w, as, place.id, { property: 'pin_to_top', value: true }));
      success(await leave(w, as, place));
      refused(await set(w, as, place.id, { property: 'pin_to_top', value: false }));
    },
  ),
  rule(
    'SS-24',
    SET,
    'A new subscription leaves the five notification settings to the account.',
    async (w) => {
      const { as, place } = await settled(w);
      const subscription = await subscriptionIn(w, as, place);
      for (const property of SWITCHES.slice(1)) same(subscription[property], null, property);
      const { is_muted, in_home_view, pin_to_top } = subscription;
      same(
        { is_muted, in_home_view, pin_to_top },
        { is_muted: false, in_home_view: true, pin_to_top: false },
        'it',
      );
    },
  ),
  rule('SS-25', SET, 'Unknown parameters are reported.', async (w) => {
    const { as, id } = await settled(w);
    const answer = success(await set(w, as, id, { property: 'pin_to_top', value: true, zeta: 1 }));
    same(answer.at('ignored_parameters_unsupported'), ['zeta'], 'the ignored parameters');
  }),
];
