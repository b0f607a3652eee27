import { roles } from '@parley/contract/rights/roles.ts';
import {
  createCustomProfileField,
  deleteCustomProfileField,
  getCustomProfileFields,
  removeProfileData,
  reorderCustomProfileFields,
  updateCustomProfileField,
  updateProfileData,
} from '@parley/contract/endpoints/profile-fields.ts';
import { createBot } from '@parley/contract/endpoints/bots.ts';
import { registerQueue } from '@parley/contract/endpoints/queues.ts';
import { deactivateUser, getOwnUser, getUsers, updateUser } from '@parley/contract/endpoints/users.ts';
import { createConnection } from '@parley/client/connection.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkWire } from '@parley/test-support/check-wire.ts';
import { startTestServer, type TestUser, type TestServer } from '@parley/test-support/harness.ts';
import { listen } from '@parley/test-support/listen.ts';

let server: TestServer;
let admin: TestUser;
let member: TestUser;
let guest: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  await server.user({ role: roles.owner });
  admin = await server.user({ role: roles.administrator });
  member = await server.user();
  guest = await server.user({ role: roles.guest });
});
afterAll(() => server.stop());

function refused(code = 'BAD_REQUEST') {
  return { status: 400, code };
}

let count = 0;

async function add(field_type: number, spec: Record<string, unknown> = {}) {
  count += 1;
  const made = await admin.connection.call(createCustomProfileField, {
    field_type,
    name: `Field ${count}`,
    ...spec,
  });
  return made.id;
}

async function fieldsOf(who = guest) {
  return (await who.connection.call(getCustomProfileFields)).custom_fields;
}

function setBy(who: TestUser, id: number, value: string | number[] | null) {
  return who.connection.call(updateUser, { user_id: member.id, profile_data: [{ id, value }] });
}

async function profileOf(who: TestUser) {
  return (await who.connection.call(getOwnUser)).profile_data;
}

describe('profile fields', () => {
  test('administrators create fields, and each event has all fields', async () => {
    const received = await listen(guest, ['custom_profile_fields']);
    await expect(
      member.connection.call(createCustomProfileField, { field_type: 1, name: 'X' }),
    ).rejects.toMatchObject(refused('UNAUTHORIZED_PRINCIPAL'));
    const id = await add(1, { name: '  Town ', hint: 'Where you live', required: true });
    const field = {
      id,
      name: 'Town',
      type: 1,
      hint: 'Where you live',
      field_data: '',
      order: id,
      required: true,
      editable_by_user: true,
    };
    expect(await fieldsOf()).toEqual([field]);
    expect(await received()).toMatchObject([{ type: 'custom_profile_fields', fields: [field] }]);
    const state = await guest.connection.call(registerQueue, {
      fetch_event_types: ['custom_profile_fields'],
    });
    expect(state.custom_profile_fields).toEqual([field]);
    expect(state.custom_profile_field_types).toMatchObject({ PRONOUNS: { id: 8 } });
  });
  test.each([
    { name: '' },
    { name: ' ' },
    { name: 'Town' },
    { name: 'x'.repeat(41) },
    { hint: 'x'.repeat(81) },
    { field_type: 0 },
    { field_type: 9 },
    { field_type: 3 },
    { field_type: 7 },
    { field_type: 6, display_in_profile_summary: true },
    { field_type: 2, use_for_user_matching: true },
  ])('a field with %j is refused', async (spec) => {
    await expect(add(1, spec)).rejects.toMatchObject(refused());
  });
  test('a dropdown field stores its options as JSON', async () => {
    const field_data = { 0: { text: 'Vim', order: '1' }, 1: { text: 'Emacs', order: '2' } };
    const id = await add(3, { field_data });
    const shown = (await fieldsOf()).find((field) => field.id === id);
    expect(JSON.parse(shown?.field_data ?? '')).toEqual(field_data);
  });
  test('the name and hint of a built-in account cannot be changed', async () => {
    const id = await add(7, { name: 'ignored', field_data: { subtype: 'github' } });
    expect((await fieldsOf()).find((field) => field.id === id)).toMatchObject({ name: 'GitHub' });
    for (const change of [{ name: 'X' }, { hint: 'X' }, { field_data: { subtype: 'gitlab' } }])
      await expect(
        admin.connection.call(updateCustomProfileField, { field_id: id, ...change }),
      ).rejects.toMatchObject(refused());
    await admin.connection.call(updateCustomProfileField, { field_id: id, name: 'GitHub', required: true });
    await expect(add(7, { field_data: { subtype: 'github' } })).rejects.toMatchObject(refused());
  });
  test('concurrent requests show at most two fields in the profile summary', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 4 }, () => add(1, { display_in_profile_summary: true })),
    );
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(2);
    const shown = (await fieldsOf()).filter((field) => field.display_in_profile_summary);
    expect(shown).toHaveLength(2);
    await admin.connection.call(updateCustomProfileField, {
      field_id: shown[0]?.id ?? 0,
      display_in_profile_summary: true,
      hint: 'shown before',
    });
    for (const { id: field_id } of shown)
      await admin.connection.call(updateCustomProfileField, { field_id, display_in_profile_summary: false });
  });
  test('the last event after concurrent creations has all fields', async () => {
    const received = await listen(guest, ['custom_profile_fields']);
    await Promise.all(Array.from({ length: 6 }, () => add(1)));
    const last = (await received()).at(-1);
    expect(last).toMatchObject({ fields: await fieldsOf() });
  });
  test('reordering needs the ids of all fields', async () => {
    const ids = (await fieldsOf()).map((field) => field.id).toReversed();
    await expect(
      admin.connection.call(reorderCustomProfileFields, { order: ids.slice(1) }),
    ).rejects.toMatchObject(refused());
    await expect(member.connection.call(reorderCustomProfileFields, { order: ids })).rejects.toMatchObject(
      refused('UNAUTHORIZED_PRINCIPAL'),
    );
    await admin.connection.call(reorderCustomProfileFields, { order: ids });
    const now = await fieldsOf();
    expect(now.map((field) => field.id)).toEqual(ids);
    expect(now.map((field) => field.order)).toEqual(ids.map((_, index) => index));
    await admin.connection.call(reorderCustomProfileFields, { order: [999_999, ids[1] ?? 0, ...ids] });
    expect((await fieldsOf()).map((field) => field.id)).toEqual(ids);
  });
  test('an unknown field cannot be changed or deleted', async () => {
    const gone = { field_id: 999_999 };
    await expect(admin.connection.call(updateCustomProfileField, gone)).rejects.toMatchObject(refused());
    await expect(admin.connection.call(deleteCustomProfileField, gone)).rejects.toMatchObject(refused());
  });
  test('bots may list fields, and unknown parameters are reported', async () => {
    const bot = await member.connection.call(createBot, { short_name: 'reader', full_name: 'Reader' });
    const answer = await fetch(`${server.url}/api/v1/realm/profile_fields?colour=red`, {
      headers: { authorization: `Basic ${btoa(`reader-bot@parley.test:${bot.api_key}`)}` },
    });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ ignored_parameters_unsupported: ['colour'] });
  });
  test('clients without support for pronouns receive a short text field', async () => {
    const id = await add(8);
    const old = createConnection({
      url: server.url,
      credentials: { email: guest.email, apiKey: guest.apiKey },
      userAgent: 'ZulipMobile/27.100 (Android 14)',
      onAnswer: checkWire,
    });
    const received = await listen({ ...guest, connection: old }, ['custom_profile_fields']);
    const typeOf = (fields: { id: number; type: number }[]) => fields.find((field) => field.id === id)?.type;
    expect(typeOf(await fieldsOf())).toBe(8);
    expect(typeOf(await fieldsOf({ ...guest, connection: old }))).toBe(1);
    await admin.connection.call(updateCustomProfileField, { field_id: id, hint: 'new' });
    const [event] = await received();
    expect(event?.type === 'custom_profile_fields' ? typeOf(event.fields) : undefined).toBe(1);
  });
});

describe('profile values', () => {
  test('administrators set values, and changed ones are published to everyone', async () => {
    const id = await add(1);
    const received = await listen(guest, ['realm_user']);
    await setBy(admin, id, 'Rome & Paris');
    await setBy(admin, id, 'Rome & Paris');
    const value = { value: 'Rome & Paris', rendered_value: '<p>Rome &amp; Paris</p>' };
    expect(await received()).toMatchObject([
      { person: { user_id: member.id, custom_profile_field: { id, ...value } } },
    ]);
    expect(await profileOf(member)).toMatchObject({ [id]: value });
    const { members } = await guest.connection.call(getUsers, { include_custom_profile_fields: true });
    expect(members.find((shownUser) => shownUser.user_id === member.id)?.profile_data).toMatchObject({
      [id]: value,
    });
    await expect(setBy(member, id, 'x')).rejects.toMatchObject(refused());
  });
  test('null, empty text and an empty list clear a value once', async () => {
    const id = await add(4);
    for (const empty of [null, '', []]) {
      await setBy(admin, id, '1909-04-05');
      const received = await listen(guest, ['realm_user']);
      await setBy(admin, id, empty);
      await setBy(admin, id, empty);
      expect(await received()).toMatchObject([{ person: { custom_profile_field: { id, value: null } } }]);
    }
    expect(await profileOf(member)).not.toHaveProperty(String(id));
  });
  test('a value of type user must name active users', async () => {
    const id = await add(6);
    const received = await listen(guest, ['realm_user']);
    await setBy(admin, id, [guest.id, admin.id]);
    expect(await received()).toMatchObject([
      { person: { custom_profile_field: { id, value: JSON.stringify([guest.id, admin.id]) } } },
    ]);
    const gone = await server.user();
    await admin.connection.call(deactivateUser, { user_id: gone.id });
    const bot = await member.connection.call(createBot, { short_name: 'valued', full_name: 'Valued' });
    for (const bad of [[gone.id], [bot.user_id], [999_999], [guest.id, -1]])
      await expect(setBy(admin, id, bad)).rejects.toMatchObject(refused());
    await expect(setBy(admin, id, `[${guest.id}]`)).rejects.toMatchObject(refused());
    await expect(setBy(admin, 999_999, 'x')).rejects.toMatchObject(refused());
  });
  test('values are set all or none', async () => {
    const [text, date] = [await add(1), await add(4)];
    await expect(
      admin.connection.call(updateUser, {
        user_id: member.id,
        profile_data: [
          { id: text, value: 'fine' },
          { id: date, value: '1909-34-55' },
        ],
      }),
    ).rejects.toMatchObject(refused());
    expect(await profileOf(member)).not.toHaveProperty(String(text));
    await admin.connection.call(updateUser, {
      user_id: member.id,
      profile_data: [
        { id: text, value: 'first' },
        { id: text, value: 'second' },
      ],
    });
    expect(await profileOf(member)).toMatchObject({ [text]: { value: 'second' } });
  });
  test('users set and clear their own values of editable fields', async () => {
    const [open, closed, date] = [await add(1), await add(1, { editable_by_user: false }), await add(4)];
    const set = (who: TestUser, id: number, value: string | null) =>
      who.connection.call(updateProfileData, { data: [{ id, value }] });
    await set(member, open, 'mine');
    expect(await profileOf(member)).toMatchObject({ [open]: { value: 'mine' } });
    await set(member, open, '');
    expect(await profileOf(member)).toMatchObject({ [open]: { value: '' } });
    await expect(set(member, closed, 'x')).rejects.toMatchObject(refused());
    await expect(set(member, date, '')).rejects.toMatchObject(refused());
    await expect(set(member, open, null)).rejects.toMatchObject(refused());
    await set(admin, closed, 'mine');
    await member.connection.call(removeProfileData, { data: [open] });
    await member.connection.call(removeProfileData, { data: [open] });
    expect(await profileOf(member)).not.toHaveProperty(String(open));
    await expect(member.connection.call(removeProfileData, { data: [closed] })).rejects.toMatchObject(
      refused(),
    );
    await expect(member.connection.call(removeProfileData, { data: [999_999] })).rejects.toMatchObject(
      refused(),
    );
  });
  test('removing an option or a field deletes its values', async () => {
    const [vim, emacs] = [
      { text: 'Vim', order: '1' },
      { text: 'Emacs', order: '2' },
    ];
    const id = await add(3, { field_data: { v: vim, e: emacs } });
    await setBy(admin, id, 'v');
    await admin.connection.call(updateProfileData, { data: [{ id, value: 'e' }] });
    const received = await listen(guest, ['realm_user']);
    await admin.connection.call(updateCustomProfileField, { field_id: id, field_data: { e: emacs } });
    expect(await profileOf(member)).not.toHaveProperty(String(id));
    expect(await profileOf(admin)).toMatchObject({ [id]: { value: 'e' } });
    expect(await received()).toMatchObject([
      { person: { user_id: member.id, custom_profile_field: { id, value: null } } },
    ]);
    await admin.connection.call(deleteCustomProfileField, { field_id: id });
    expect(await profileOf(admin)).not.toHaveProperty(String(id));
  });
  test('setting values while their field is deleted never fails with a server error', async () => {
    for (let round = 0; round < 6; round += 1) {
      const id = await add(1);
      const results = await Promise.allSettled([
        member.connection.call(updateProfileData, { data: [{ id, value: 'x' }] }),
        admin.connection.call(deleteCustomProfileField, { field_id: id }),
        guest.connection.call(updateProfileData, { data: [{ id, value: 'y' }] }),
      ]);
      const reasons = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
      expect(reasons).toMatchObject(reasons.map(() => refused()));
      expect(await profileOf(member)).not.toHaveProperty(String(id));
    }
  });
});
