import { holds, plain, refused, same, success, type Item } from '@parley/rules/expect.ts';
import type { User } from '@parley/rules/ground.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import {
  allHeard,
  crowd,
  during,
  PASSWORD,
  setRealm,
  stateOf,
  userSeenBy,
  withPassword,
} from '@parley/rules/steps/common.ts';
import type { World } from '@parley/rules/world.ts';

const OF = 'update-settings';

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

async function withLogin(w: World): Promise<User> {
  const { id, email } = await withPassword(w);
  const login = success(
    await w.ask('POST', '/fetch_api_key', { form: { username: email, password: PASSWORD } }),
  );
  return { id, email, key: String(login.at('api_key')), name: '', role: 400 };
}

export const settingEffectRules: readonly Rule[] = [
  rule('SET-16', OF, 'A user changes the own name, and everyone receives the event.', async (w) => {
    const users = await crowd(w, ['realm_user']);
    const full_name = w.unique('New ');
    plain(await set(w, users.guest, { full_name }));
    await allHeard(users, [
      { type: 'realm_user', op: 'update', person: { user_id: users.guest.id, full_name } },
    ]);
  }),
  refusedSettings(
    'SET-17',
    'The own name follows the rules of names.',
    { full_name: 'a*b' },
    { full_name: 'x'.repeat(101) },
    { full_name: 'x|1' },
  ),
  rule(
    'SET-18',
    OF,
    'Where names are fixed, a member’s new name is silently ignored; an administrator’s is not.',
    async (w) => {
      await setRealm(w, { name_changes_disabled: true }, { name_changes_disabled: false });
      const [member, admin] = [await w.user(), await w.user({ role: 200 })];
      const full_name = w.unique('New ');
      plain(await set(w, member, { full_name: w.unique('Other ') }));
      plain(await set(w, admin, { full_name }));
      same((await userSeenBy(w, admin, member.id))['full_name'], member.name, 'the name of the member');
      same((await userSeenBy(w, admin, admin.id))['full_name'], full_name, 'the name of the administrator');
    },
  ),
  rule('SET-19', OF, 'A new password needs the old one, and then lets in.', async (w) => {
    const user = await withLogin(w);
    const new_password = 'another perfectly fine Passw0rd';
    refused(await set(w, user, { old_password: 'wrong', new_password }));
    plain(await set(w, user, { old_password: PASSWORD, new_password }));
    const login = (password: string) =>
      w.ask('POST', '/fetch_api_key', { form: { username: user.email, password } });
    refused(await login(PASSWORD), 'AUTHENTICATION_FAILED');
    success(await login(new_password));
  }),
  rule('SET-20', OF, 'A new password that is easy to guess is refused.', async (w) => {
    refused(await set(w, await withLogin(w), { old_password: PASSWORD, new_password: 'password' }));
  }),
  rule('SET-21', OF, 'Consent to exports is published to administrators only.', async (w) => {
    const users = await crowd(w, ['realm_export_consent']);
    plain(await set(w, users.member, { allow_private_data_export: true }));
    const told = [{ type: 'realm_export_consent', user_id: users.member.id, consented: true }];
    same(await users.heard(), { owner: told, admin: told, member: [], guest: [] }, 'the events');
  }),
  rule(
    'SET-22',
    OF,
    'An address that becomes hidden is taken from those who may no longer see it.',
    async (w) => {
      const users = await crowd(w, ['realm_user']);
      const user = await w.user({ visibility: 2 });
      await users.heard();
      plain(await set(w, user, { email_address_visibility: 3 }));
      const lost = [{ type: 'realm_user', op: 'update', person: { user_id: user.id, delivery_email: null } }];
      same(await users.heard(), { owner: [], admin: [], member: lost, guest: [] }, 'the events');
    },
  ),
  rule(
    'SET-23',
    OF,
    'An address that becomes visible is published to users who may now see it.',
    async (w) => {
      const users = await crowd(w, ['realm_user']);
      const user = await w.user({ visibility: 4 });
      await users.heard();
      plain(await set(w, user, { email_address_visibility: 2 }));
      const gained = [
        { type: 'realm_user', op: 'update', person: { user_id: user.id, delivery_email: user.email } },
      ];
      same(await users.heard(), { owner: gained, admin: gained, member: gained, guest: [] }, 'the events');
    },
  ),
  rule(
    'SET-24',
    OF,
    'Opening an address to everyone, or hiding it, publishes the API address and the picture too.',
    async (w) => {
      const [owner, user] = [await w.owner(), await w.user({ visibility: 3 })];
      const events = await during(w, owner, ['realm_user'], async () =>
        plain(await set(w, user, { email_address_visibility: 1 })),
      );
      const told = events.map((event) => event['person'] as Item);
      holds(
        told.some((one) => one['new_email'] === user.email),
        'the new address for the API',
        told,
      );
      holds(
        told.some((one) => 'avatar_url' in one),
        'the picture',
        told,
      );
    },
  ),
  rule('SET-25', OF, 'Unknown parameters are reported.', async (w) => {
    const answer = success(await set(w, await w.user(), { zeta: 1 }));
    same(answer.at('ignored_parameters_unsupported'), ['zeta'], 'the ignored parameters');
  }),
  rule('SET-26', 'update-display-settings', 'The older address for display does the same.', async (w) => {
    const user = await w.user();
    plain(await w.ask('PATCH', '/settings/display', { as: user, form: { color_scheme: 2 } }));
    same((await settingsOf(w, user))['color_scheme'], 2, 'color_scheme');
  }),
  rule(
    'SET-126',
    'update-notification-settings',
    'The older address for notifications does the same.',
    async (w) => {
      const user = await w.user();
      plain(await w.ask('PATCH', '/settings/notifications', { as: user, form: { enable_sounds: false } }));
      same((await settingsOf(w, user))['enable_sounds'], false, 'enable_sounds');
    },
  ),
  rule('SET-27', OF, 'All or nothing: one bad value leaves everything as it was.', async (w) => {
    const user = await w.user();
    refused(await set(w, user, { color_scheme: 2, timezone: 'Mars/Olympus' }));
    same((await settingsOf(w, user))['color_scheme'], 1, 'color_scheme');
  }),
  rule('SET-28', OF, 'An administrator changes settings of others, who receive the event.', async (w) => {
    const [admin, user] = [await w.user({ role: 200 }), await w.user()];
    const target_users = { user_ids: [user.id], skip_if_already_edited: false };
    const change = async () => success(await set(w, admin, { enter_sends: true, target_users }));
    same(
      await during(w, user, ['user_settings'], change),
      [{ type: 'user_settings', op: 'update', property: 'enter_sends', value: true }],
      'the events',
    );
    same((await settingsOf(w, admin))['enter_sends'], false, 'the setting of the administrator');
  }),
  rule('SET-29', OF, 'Others than administrators cannot change settings of others.', async (w) => {
    const [member, user] = [await w.user(), await w.user()];
    const target_users = { user_ids: [user.id], skip_if_already_edited: false };
    const { status } = await set(w, member, { enter_sends: true, target_users });
    same(status, 400, 'the status');
    same((await settingsOf(w, user))['enter_sends'], false, 'the setting of the other');
  }),
  rule(
    'SET-30',
    OF,
    'An administrator who changes settings of others names the users, and whether to skip own choices.',
    async (w) => {
      const admin = await w.user({ role: 200 });
      for (const target_users of [{ user_ids: [admin.id] }, { skip_if_already_edited: true }])
        refused(await set(w, admin, { enter_sends: true, target_users }));
    },
  ),
];
