import { roles } from '@parley/contract/rights/roles.ts';
import { createConnection } from '@parley/client/connection.ts';
import type { ArgumentsOf } from '@parley/contract/endpoint.ts';
import { createBot } from '@parley/contract/endpoints/bots.ts';
import { createDrafts, getDrafts } from '@parley/contract/endpoints/drafts.ts';
import { getEvents, registerQueue } from '@parley/contract/endpoints/queues.ts';
import { updateRealm } from '@parley/contract/endpoints/realm.ts';
import { fetchApiKey } from '@parley/contract/endpoints/server.ts';
import {
  updateDisplaySettings,
  updateNotificationSettings,
  updateRealmUserSettingsDefaults,
  updateSettings,
} from '@parley/contract/endpoints/settings.ts';
import { userSettingNames, userSettings } from '@parley/contract/objects/user-settings.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemGroupIds } from '../groups/rows.ts';
import { hashPassword } from '../users/passwords.ts';
import { checkWire } from '@parley/test-support/check-wire.ts';
import { startTestServer, type TestServer, type TestUser } from '@parley/test-support/harness.ts';
import { raw } from '@parley/test-support/raw.ts';

let server: TestServer;
let owner: TestUser;
let admin: TestUser;
let moderator: TestUser;
let ada: TestUser;
let grace: TestUser;
let guest: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.user({ role: roles.owner });
  admin = await server.user({ role: roles.administrator });
  moderator = await server.user({ role: roles.moderator });
  ada = await server.user({ fullName: 'Ada' });
  grace = await server.user({ fullName: 'Grace' });
  guest = await server.user({ role: roles.guest });
});
afterAll(() => server.stop());

type Changes = ArgumentsOf<typeof updateSettings>;

function change(changes: Changes, who = ada) {
  return who.connection.call(updateSettings, changes);
}

const REFUSED = { status: 400, code: 'BAD_REQUEST' };

async function settingsOf(who: TestUser) {
  return (await who.connection.call(registerQueue, { fetch_event_types: ['user_settings'] })).user_settings;
}

/** The events that users receive during an action. */
async function receivedDuring(listeners: readonly TestUser[], act: () => Promise<unknown>) {
  const queues = await Promise.all(
    listeners.map((who) => who.connection.call(registerQueue, { fetch_event_types: [] })),
  );
  await act();
  return Promise.all(
    listeners.map(async (who, index) => {
      const { queue_id = '', last_event_id = 0 } = queues[index] ?? {};
      const { events } = await who.connection.call(getEvents, { queue_id, last_event_id, dont_block: true });
      return events.map((event) => ({ ...event, id: undefined }));
    }),
  );
}

function setting(property: string, value: unknown, more = {}) {
  return {
    type: 'user_settings',
    op: 'update',
    property,
    value,
    ...more,
  };
}

function userUpdate(user: unknown) {
  return { type: 'realm_user', op: 'update', person: user };
}

test('a changed setting is published to its user only, and an unchanged one emits no event', async () => {
  const [mine, hers] = await receivedDuring([ada, grace], async () => {
    expect(await change({ twenty_four_hour_time: true, emojiset: 'text' })).toEqual({
      result: 'success',
      msg: '',
    });
    await change({ twenty_four_hour_time: true });
  });
  expect(mine).toEqual([setting('emojiset', 'text'), setting('twenty_four_hour_time', true)]);
  expect(hers).toEqual([]);
  expect(await settingsOf(ada)).toMatchObject({ twenty_four_hour_time: true, emojiset: 'text' });
  expect(await settingsOf(grace)).toMatchObject({ twenty_four_hour_time: false, emojiset: 'google' });
  await change({ emojiset: 'google' });
  expect(await settingsOf(ada)).toMatchObject({ emojiset: 'google' });
});

test('every boolean setting can be toggled and restored', async () => {
  const flags = userSettingNames.filter((name) => typeof userSettings[name].default === 'boolean');
  const turned = Object.fromEntries(flags.map((name) => [name, userSettings[name].default !== true]));
  await change(turned, moderator);
  expect(await settingsOf(moderator)).toMatchObject(turned);
  const back = Object.fromEntries(flags.map((name) => [name, userSettings[name].default]));
  await change(back, moderator);
  expect(await settingsOf(moderator)).toMatchObject(back);
});

test('the two older endpoints also change settings', async () => {
  await ada.connection.call(updateDisplaySettings, { color_scheme: 2 });
  await ada.connection.call(updateNotificationSettings, { enable_sounds: false });
  expect(await settingsOf(ada)).toMatchObject({ color_scheme: 2, enable_sounds: false });
});

test('bots have no settings', async () => {
  const { api_key: apiKey } = await ada.connection.call(createBot, { short_name: 'robo', full_name: 'Robo' });
  const answer = await raw(server, '/api/v1/settings?color_scheme=9', {
    method: 'PATCH',
    as: { email: 'robo-bot@parley.test', apiKey },
  });
  expect([answer.status, answer.json()['code']]).toEqual([400, 'BAD_REQUEST']);
  expect(answer.json()['msg']).toContain('Bots');
});

test.each([
  { default_language: 'tlh' },
  { timezone: 'Mars/Base' },
  { web_font_size_px: 0 },
] satisfies Changes[])('%j is refused', async (changes) => {
  await expect(change({ ...changes, high_contrast_mode: true })).rejects.toMatchObject(REFUSED);
  expect(await settingsOf(ada)).toMatchObject({ high_contrast_mode: false });
});

test('values outside the allowed set are refused', async () => {
  for (const query of [
    'color_scheme=4',
    'color_scheme="1"',
    'email_notifications_batching_period_seconds=0',
    'email_notifications_batching_period_seconds=604801',
    'emojiset=apple',
    'notification_sound=silence',
    'presence_enabled=True',
  ]) {
    const answer = await raw(server, `/api/v1/settings?${query}`, { method: 'PATCH', as: ada });
    expect(answer.json()).toMatchObject({ code: 'BAD_REQUEST' });
  }
});

test('a changed language is published with its name', async () => {
  const [received] = await receivedDuring([ada], () => change({ default_language: 'de' }));
  expect(received).toEqual([setting('default_language', 'de', { language_name: 'Deutsch' })]);
});

test('a changed time zone is published to everyone', async () => {
  const [mine, hers] = await receivedDuring([ada, guest], () => change({ timezone: 'Europe/Paris' }));
  const told = userUpdate({ user_id: ada.id, timezone: 'Europe/Paris', email: expect.any(String) });
  expect(mine).toEqual([setting('timezone', 'Europe/Paris'), told]);
  expect(hers).toEqual([told]);
  expect(await settingsOf(ada)).toMatchObject({ timezone: 'Europe/Paris' });
});

test('a changed address visibility is published only to the roles affected', async () => {
  const listeners = [ada, owner, moderator, grace, guest];
  await change({ email_address_visibility: 3 });
  const widened = await receivedDuring(listeners, () => change({ email_address_visibility: 5 }));
  const shown = userUpdate({ user_id: ada.id, delivery_email: ada.email });
  expect(widened).toEqual([[setting('email_address_visibility', 5)], [], [shown], [], []]);

  const narrowed = await receivedDuring(listeners, () => change({ email_address_visibility: 4 }));
  const hidden = userUpdate({ user_id: ada.id, delivery_email: null });
  expect(narrowed).toEqual([[setting('email_address_visibility', 4)], [hidden], [hidden], [], []]);

  const opened = await receivedDuring(listeners, () => change({ email_address_visibility: 1 }));
  const address = userUpdate({ user_id: ada.id, new_email: ada.email });
  const picture = userUpdate(expect.objectContaining({ avatar_version: 1 }));
  expect(opened).toEqual([
    [setting('email_address_visibility', 1), address, picture],
    ...[owner, moderator, grace, guest].map(() => [shown, address, picture]),
  ]);

  const closed = await receivedDuring([guest], () => change({ email_address_visibility: 2 }));
  const madeUp = userUpdate({ user_id: ada.id, new_email: `user${ada.id}@parley.test` });
  expect(closed).toEqual([[hidden, madeUp, picture]]);
});

test('disabling draft synchronization deletes all drafts without draft events', async () => {
  await grace.connection.call(createDrafts, { drafts: [{ type: '', to: [], topic: '', content: 'x' }] });
  const [received] = await receivedDuring([grace], () =>
    change({ enable_drafts_synchronization: false }, grace),
  );
  expect(received).toEqual([setting('enable_drafts_synchronization', false)]);
  await change({ enable_drafts_synchronization: true }, grace);
  expect(await grace.connection.call(getDrafts)).toMatchObject({ count: 0 });
});

test('consent to private data export is published to administrators', async () => {
  const [theirs, hers] = await receivedDuring([admin, grace], () =>
    change({ allow_private_data_export: true }),
  );
  expect(theirs).toEqual([{ type: 'realm_export_consent', user_id: ada.id, consented: true }]);
  expect(hers).toEqual([]);
});

test('a disabled name change is ignored, except for administrators', async () => {
  const [received] = await receivedDuring([grace], () => change({ full_name: ' Ada L. ' }));
  expect(received).toEqual([userUpdate({ user_id: ada.id, full_name: 'Ada L.' })]);
  await expect(change({ full_name: 'A*B' })).rejects.toMatchObject(REFUSED);
  await expect(change({ full_name: ' ' })).rejects.toMatchObject(REFUSED);
  await owner.connection.call(updateRealm, { name_changes_disabled: true });
  const [silence, loud] = [
    await receivedDuring([grace], () => change({ full_name: 'Nobody', fluid_layout_width: true })),
    await receivedDuring([grace], () => change({ full_name: 'The admin' }, admin)),
  ];
  expect(silence).toEqual([[]]);
  expect(loud).toEqual([[userUpdate({ user_id: admin.id, full_name: 'The admin' })]]);
  expect(await settingsOf(ada)).toMatchObject({ fluid_layout_width: true });
  await owner.connection.call(updateRealm, { name_changes_disabled: false });
});

test('a new address is refused if the server cannot send a confirmation e-mail', async () => {
  await change({ email: ada.email });
  for (const email of ['new@example.com', 'no address', 'x@mailinator.com'])
    await expect(change({ email, color_scheme: 3 })).rejects.toMatchObject(REFUSED);
  expect(await settingsOf(ada)).toMatchObject({ color_scheme: 2 });
});

test('a new password needs the old password and must not be weak', async () => {
  const secret = 'correct horse battery staple';
  const next = 'an even better pass phrase 42';
  const linus = await server.user({ fullName: 'Linus', passwordHash: await hashPassword(secret) });
  const visitor = createConnection({ url: server.url, onAnswer: checkWire });
  const set = (old_password: string, new_password: string) => change({ old_password, new_password }, linus);
  await expect(set('wrong', next)).rejects.toMatchObject(REFUSED);
  await expect(change({ new_password: next }, linus)).rejects.toMatchObject(REFUSED);
  await expect(set(secret, 'short')).rejects.toMatchObject(REFUSED);
  await expect(set(secret, 'password1')).rejects.toMatchObject(REFUSED);
  await set(secret, next);
  const logIn = (password: string) => visitor.call(fetchApiKey, { username: linus.email, password });
  expect(await logIn(next)).toMatchObject({ user_id: linus.id });
  await expect(logIn(secret)).rejects.toMatchObject({ code: 'AUTHENTICATION_FAILED' });
});

test('attempts with a wrong old password are rate limited', async () => {
  const strict = await startTestServer((config) => ({ ...config, rateLimits: true }));
  const secret = 'correct horse battery staple';
  const linus = await strict.user({ passwordHash: await hashPassword(secret) });
  const set = (old_password: string) => change({ old_password, new_password: `${secret} 2` }, linus);
  for (let guess = 0; guess < 5; guess += 1)
    await expect(set(`guess ${guess}`)).rejects.toMatchObject(REFUSED);
  await expect(set(secret)).rejects.toMatchObject({ status: 429, code: 'RATE_LIMIT_HIT' });
  await strict.stop();
});

test('passwords that a user proposes are rate limited, with the right old password too', async () => {
  const strict = await startTestServer((config) => ({ ...config, rateLimits: true }));
  const secret = 'correct horse battery staple';
  const linus = await strict.user({ passwordHash: await hashPassword(secret) });
  const set = (new_password: string) => change({ old_password: secret, new_password }, linus);
  for (let n = 0; n < 10; n += 1) await expect(set('a1'.repeat(50))).rejects.toMatchObject(REFUSED);
  await expect(set(`${secret} 2`)).rejects.toMatchObject({ status: 429, code: 'RATE_LIMIT_HIT' });
  await strict.stop();
});

test('administrators change settings of other users, except those reserved for the user', async () => {
  const target_users = { user_ids: [ada.id, grace.id], skip_if_already_edited: false };
  await expect(change({ target_users, color_scheme: 3 }, ada)).rejects.toMatchObject({
    code: 'UNAUTHORIZED_PRINCIPAL',
  });
  const many = Array.from({ length: 70_000 }, (_, n) => n % 10);
  const bad: Changes[] = [
    { target_users, presence_enabled: false },
    { target_users, email_address_visibility: 1 },
    { target_users, timezone: 'UTC' },
    { target_users, full_name: 'x' },
    { target_users, new_password: 'x', old_password: 'y' },
    { target_users: { skip_if_already_edited: true }, color_scheme: 3 },
    { target_users: { user_ids: [999_999], skip_if_already_edited: true }, color_scheme: 3 },
    { target_users: { group_ids: [999_999], skip_if_already_edited: true }, color_scheme: 3 },
    { target_users: { user_ids: many, group_ids: many, skip_if_already_edited: true }, color_scheme: 3 },
  ];
  for (const changes of bad) await expect(change(changes, admin)).rejects.toMatchObject(REFUSED);

  const received = await receivedDuring([admin, ada, grace, guest], () =>
    change({ target_users, color_scheme: 3 }, admin),
  );
  const told = setting('color_scheme', 3);
  expect(received).toEqual([[], [told], [told], []]);
});

test('skip_if_already_edited skips users who chose a value, and groups resolve to their members', async () => {
  const groups = await systemGroupIds(server.server.world.pool, server.realmId);
  await change({ enter_sends: true }, grace);
  await change({ enter_sends: false }, grace);
  const target_users = { group_ids: [groups['role:members']], skip_if_already_edited: true };
  await change({ target_users, enter_sends: true }, admin);
  const now = await Promise.all([ada, grace, moderator, guest].map(settingsOf));
  expect(now.map((settings) => settings?.enter_sends)).toEqual([true, false, false, false]);
});

test('new users get the defaults of administrators, which are published to everyone', async () => {
  const changes = { color_scheme: 2, email_address_visibility: 2 } as const;
  await expect(ada.connection.call(updateRealmUserSettingsDefaults, changes)).rejects.toMatchObject({
    code: 'UNAUTHORIZED_PRINCIPAL',
  });
  const [received] = await receivedDuring([guest], async () => {
    await admin.connection.call(updateRealmUserSettingsDefaults, changes);
    await admin.connection.call(updateRealmUserSettingsDefaults, changes);
  });
  const told = (property: string) => ({
    type: 'realm_user_settings_defaults',
    op: 'update',
    property,
    value: 2,
  });
  expect(received).toEqual([told('color_scheme'), told('email_address_visibility')]);
  const answer = await raw(server, '/api/v1/realm/user_settings_defaults?timezone=UTC', {
    method: 'PATCH',
    as: admin,
  });
  expect(answer.json()).toMatchObject({ ignored_parameters_unsupported: ['timezone'] });
  const late = await server.user({ fullName: 'Late' });
  expect(await settingsOf(late)).toMatchObject({ color_scheme: 2 });
  expect(await settingsOf(guest)).toMatchObject({ color_scheme: 1 });
  const state = await guest.connection.call(registerQueue, {
    fetch_event_types: ['realm_user_settings_defaults'],
  });
  expect(state.realm_user_settings_defaults).toMatchObject(changes);
});
