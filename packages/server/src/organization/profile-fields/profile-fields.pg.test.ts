import { roles } from '@parley/contract/rights/roles.ts';
import {
  createCustomProfileField,
  deleteCustomProfileField,
  getCustomProfileFields,
  updateCustomProfileField,
  updateProfileData,
} from '@parley/contract/endpoints/profile-fields.ts';
import { createBot } from '@parley/contract/endpoints/bots.ts';
import { deactivateUser, getOwnUser, updateUser } from '@parley/contract/endpoints/users.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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
});

describe('profile values', () => {
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
