import { plain, refused, same, success, type Item } from '@parley/rules/expect.ts';
import type { User } from '@parley/rules/ground.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import { allHeard, crowd, during, stateOf, userSeenBy } from '@parley/rules/steps/common.ts';
import type { World } from '@parley/rules/world.ts';
import { settingFlags, settingStart } from '@parley/rules/steps/setting-values.ts';

const OF = 'update-settings';
const DEFAULTS = 'update-realm-user-settings-defaults';

function set(w: World, as: User, form: Item) {
  return w.ask('PATCH', '/settings', { as, form });
}

async function settingsOf(w: World, as: User): Promise<Item> {
  return (await stateOf(w, as, 'user_settings')).at('user_settings') as Item;
}

function refusedSettings(id: string, sentence: string, ...forms: readonly Item[]): Rule {
  return rule(id, OF, sentence, async (w) => {
    const user = await w.user();
    const before = await settingsOf(w, user);
    for (const form of forms) refused(await set(w, user, form));
    same(await settingsOf(w, user), before, 'the settings');
  });
}

export const settingRules: readonly Rule[] = [
  rule('SET-1', OF, 'A setting changes, with a plain answer, and a registration shows it.', async (w) => {
    const user = await w.user();
    plain(await set(w, user, { twenty_four_hour_time: true }));
    same((await settingsOf(w, user))['twenty_four_hour_time'], true, 'twenty_four_hour_time');
  }),
  rule('SET-2', OF, 'The clients of the user receive the event, and no other user.', async (w) => {
    const users = await crowd(w, ['user_settings']);
    plain(await set(w, users.member, { enter_sends: true }));
    const told = [{ type: 'user_settings', op: 'update', property: 'enter_sends', value: true }];
    same(await users.heard(), { owner: [], admin: [], member: told, guest: [] }, 'the events');
  }),
  rule('SET-3', OF, 'A value that stays the same causes no event.', async (w) => {
    const user = await w.user();
    same(
      await during(w, user, ['user_settings'], async () => plain(await set(w, user, { enter_sends: false }))),
      [],
      'the events',
    );
  }),
  rule('SET-4', OF, 'Several settings in one request cause one event each.', async (w) => {
    const user = await w.user();
    const events = await during(w, user, ['user_settings'], () =>
      set(w, user, { enter_sends: true, color_scheme: 2 }),
    );
    same(
      events.map(({ property }) => String(property)).toSorted(),
      ['color_scheme', 'enter_sends'],
      'the properties',
    );
  }),
  rule('SET-5', OF, 'Bots have no settings to change.', async (w) => {
    refused(await set(w, await w.bot(await w.owner()), { enter_sends: true }));
  }),
  rule('SET-6', OF, 'Guests change their settings too.', async (w) => {
    plain(await set(w, await w.user({ role: 600 }), { enter_sends: true }));
  }),
  refusedSettings(
    'SET-7',
    'A setting with numbered choices takes only those.',
    { color_scheme: 4 },
    { color_scheme: 0 },
    { demote_inactive_streams: 4 },
    { user_list_style: 9 },
    { web_channel_default_view: 5 },
    { desktop_icon_count_display: 5 },
  ),
  refusedSettings(
    'SET-8',
    'A setting with named choices takes only those.',
    { emojiset: 'apple' },
    { web_home_view: 'home' },
    { web_animate_image_previews: 'sometimes' },
    { resolved_topic_notice_auto_read_policy: 'maybe' },
  ),
  refusedSettings(
    'SET-9',
    'A setting that is on or off takes a boolean.',
    { enter_sends: 1 },
    { enter_sends: 'True' },
    { presence_enabled: 'null' },
  ),
  refusedSettings(
    'SET-10',
    'The wait before mails is between one second and a week.',
    { email_notifications_batching_period_seconds: 0 },
    { email_notifications_batching_period_seconds: -5 },
    { email_notifications_batching_period_seconds: 604_801 },
  ),
  refusedSettings(
    'SET-11',
    'A language, a time zone and a sound that nobody knows are refused.',
    { default_language: 'klingon' },
    { timezone: 'Mars/Olympus' },
    { notification_sound: 'trombone' },
  ),
  rule('SET-12', OF, 'The event of a new language contains its name.', async (w) => {
    const user = await w.user();
    const [event] = await during(w, user, ['user_settings'], async () =>
      plain(await set(w, user, { default_language: 'de' })),
    );
    same([event?.['value'], event?.['language_name']], ['de', 'Deutsch'], 'value and name');
  }),
  rule('SET-13', OF, 'A new time zone is published to everyone, with the API address.', async (w) => {
    const users = await crowd(w, ['realm_user']);
    plain(await set(w, users.member, { timezone: 'Europe/Berlin' }));
    const user = { user_id: users.member.id, timezone: 'Europe/Berlin', email: users.member.email };
    await allHeard(users, [{ type: 'realm_user', op: 'update', person: user }]);
    same((await userSeenBy(w, users.owner, users.member.id))['timezone'], 'Europe/Berlin', 'timezone');
  }),
  rule('SET-14', OF, 'All switches can be turned, and registration shows each.', async (w) => {
    const user = await w.user();
    const before = await settingsOf(w, user);
    const turned = Object.fromEntries(settingFlags.map((name) => [name, before[name] !== true]));
    plain(await set(w, user, turned));
    const now = await settingsOf(w, user);
    same(Object.fromEntries(settingFlags.map((name) => [name, now[name]])), turned, 'the switches');
  }),
  rule('SET-15', OF, 'A new user starts with the settings of the reference.', async (w) => {
    w.own();
    const settings = await settingsOf(w, await w.user());
    for (const [name, value] of Object.entries(settingStart)) same(settings[name], value, name);
  }),
  rule(
    'DEF-1',
    DEFAULTS,
    'An administrator chooses the settings of new users, and everyone receives the event.',
    async (w) => {
      const users = await crowd(w, ['realm_user_settings_defaults']);
      plain(
        await w.ask('PATCH', '/realm/user_settings_defaults', {
          as: users.admin,
          form: { starred_message_counts: false },
        }),
      );
      w.later(() =>
        w.ask('PATCH', '/realm/user_settings_defaults', {
          as: users.owner,
          form: { starred_message_counts: true },
        }),
      );
      await allHeard(users, [
        {
          type: 'realm_user_settings_defaults',
          op: 'update',
          property: 'starred_message_counts',
          value: false,
        },
      ]);
      const state = await stateOf(w, users.guest, 'realm_user_settings_defaults');
      same(state.at('realm_user_settings_defaults', 'starred_message_counts'), false, 'the default');
    },
  ),
  rule('DEF-2', DEFAULTS, 'Others than administrators are refused.', async (w) => {
    refused(
      await w.ask('PATCH', '/realm/user_settings_defaults', {
        as: await w.user(),
        form: { enter_sends: true },
      }),
      'UNAUTHORIZED_PRINCIPAL',
    );
  }),
  rule(
    'DEF-3',
    DEFAULTS,
    'Language, time zone and what concerns mails to oneself have no default here.',
    async (w) => {
      const form = {
        default_language: 'de',
        timezone: 'Europe/Berlin',
        enable_login_emails: false,
        enable_marketing_emails: false,
        allow_private_data_export: true,
      };
      const answer = success(
        await w.ask('PATCH', '/realm/user_settings_defaults', { as: await w.owner(), form }),
      );
      same(
        answer.at('ignored_parameters_unsupported'),
        Object.keys(form).toSorted(),
        'the ignored parameters',
      );
    },
  ),
  rule('SET-40', OF, 'A new address counts only when its mailbox has confirmed it.', async (w) => {
    w.own();
    const user = await w.user();
    plain(await set(w, user, { email: `${w.unique('new')}@example.com` }));
    const seen = success(await w.ask('GET', '/users/me', { as: user }));
    same(seen.at('delivery_email'), user.email, 'the address');
  }),
  rule(
    'SET-41',
    OF,
    'A text that is no address, and the address of another user, are refused.',
    async (w) => {
      const [user, other] = [await w.user(), await w.user()];
      refused(await set(w, user, { email: 'nonsense' }));
      refused(await set(w, user, { email: other.email }));
      plain(await set(w, user, { email: user.email }));
    },
  ),
  rule('DEF-4', DEFAULTS, 'A value that is refused for a user is refused as a default.', async (w) => {
    for (const form of [
      { color_scheme: 9 },
      { emojiset: 'x' },
      { email_notifications_batching_period_seconds: 0 },
    ])
      refused(await w.ask('PATCH', '/realm/user_settings_defaults', { as: await w.owner(), form }));
  }),
  rule('DEF-5', DEFAULTS, 'Users who are there already keep their settings.', async (w) => {
    w.own();
    const user = await w.user();
    plain(
      await w.ask('PATCH', '/realm/user_settings_defaults', {
        as: await w.owner(),
        form: { enter_sends: true },
      }),
    );
    same((await settingsOf(w, user))['enter_sends'], false, 'enter_sends');
  }),
];
