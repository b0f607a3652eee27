import { applyEvent } from '@parley/client/apply-event.ts';
import { getEvents, registerQueue } from '@parley/contract/endpoints/queues.ts';
import { updateSettings } from '@parley/contract/endpoints/settings.ts';
import { getUserStatus, updateStatus, updateStatusForUser } from '@parley/contract/endpoints/user-status.ts';
import { deactivateUser, reactivateUser } from '@parley/contract/endpoints/users.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestServer, type TestUser, type TestServer } from '@parley/test-support/harness.ts';

let server: TestServer;
let ada: TestUser;
let grace: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  ada = await server.user({ fullName: 'Ada', role: 100 });
});
afterAll(() => server.stop());
beforeEach(async () => {
  grace = await server.user({ fullName: 'Grace' });
});

function say(said: Parameters<typeof grace.connection.call<typeof updateStatus>>[1]) {
  return grace.connection.call(updateStatus, said);
}

async function statusOf(id = grace.id) {
  return (await ada.connection.call(getUserStatus, { user_id: id })).status;
}

const SMILE = { emoji_name: 'smile', emoji_code: '1f604', reaction_type: 'unicode_emoji' } as const;

test('what is said is kept until it is taken back; the rest stays', async () => {
  expect(await statusOf()).toEqual({});
  await say({ status_text: '  at lunch ' });
  await say({ emoji_name: 'smile' });
  expect(await statusOf()).toEqual({ status_text: 'at lunch', ...SMILE });
  await say({ status_text: '' });
  expect(await statusOf()).toEqual(SMILE);
  await say({ emoji_name: 'zulip' });
  expect(await statusOf()).toEqual({
    emoji_name: 'zulip',
    emoji_code: 'zulip',
    reaction_type: 'extra_emoji',
  });
  await say({ emoji_name: '' });
  expect(await statusOf()).toEqual({});
});

test.each([
  {},
  { status_text: 'x'.repeat(61) },
  { emoji_code: '1f604' },
  { reaction_type: 'unicode_emoji' as const },
  { emoji_name: 'no-such-emoji' },
  { emoji_name: 'smile', emoji_code: '1f419' },
  { emoji_name: 'smile', emoji_code: '1f604', reaction_type: 'extra_emoji' as const },
  { emoji_name: 'smile', emoji_code: '1', reaction_type: 'realm_emoji' as const },
])('%o is refused', async (said) => {
  await expect(say(said)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  expect(await statusOf()).toEqual({});
});

test('administrators say things about others; nobody else does', async () => {
  const about = (user: TestUser, id: number) =>
    user.connection.call(updateStatusForUser, { user_id: id, status_text: 'on leave' });
  await about(ada, grace.id);
  expect(await statusOf()).toEqual({ status_text: 'on leave' });
  await expect(about(grace, ada.id)).rejects.toMatchObject({ code: 'UNAUTHORIZED_PRINCIPAL' });
  await expect(about(ada, 0)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  await ada.connection.call(deactivateUser, { user_id: grace.id });
  await expect(about(ada, grace.id)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  await expect(statusOf()).rejects.toMatchObject({ code: 'BAD_REQUEST' });
});

test('being away is being invisible, said from either side', async () => {
  await grace.connection.call(updateSettings, { presence_enabled: false });
  expect(await statusOf()).toEqual({});
  await grace.connection.call(updateSettings, { presence_enabled: true });
  await say({ away: true });
  expect(await statusOf()).toEqual({ away: true });
  const settings = await grace.connection.call(registerQueue, { fetch_event_types: ['user_settings'] });
  expect(settings.user_settings?.presence_enabled).toBe(false);
  await grace.connection.call(updateSettings, { presence_enabled: true });
  expect(await statusOf()).toEqual({});
});

test('the status as events tell it is the status that a registration shows', async () => {
  const parameters = { event_types: ['user_status', 'realm_user'] };
  let state = await ada.connection.call(registerQueue, parameters);
  const acts: (() => Promise<unknown>)[] = [
    () => say({ status_text: 'one' }),
    () => say({ emoji_name: 'smile', away: true }),
    () => say({ status_text: '' }),
    () => grace.connection.call(updateSettings, { presence_enabled: true }),
    () => say({ status_text: 'two' }),
    () => ada.connection.call(deactivateUser, { user_id: grace.id }),
    () => ada.connection.call(reactivateUser, { user_id: grace.id }),
    async () => {
      grace = await server.logIn(grace);
      await grace.connection.call(updateSettings, { presence_enabled: false });
    },
    () => say({ status_text: '', emoji_name: '' }),
    () => say({ away: false }),
  ];
  let last = state.last_event_id ?? -1;
  for (const act of acts) {
    await act();
    const { events } = await ada.connection.call(getEvents, {
      queue_id: state.queue_id ?? '',
      last_event_id: last,
      dont_block: true,
    });
    last = events.at(-1)?.id ?? last;
    expect(events.length).toBeGreaterThan(0);
    state = events.reduce(applyEvent, state);
    const fresh = await ada.connection.call(registerQueue, parameters);
    expect(state.user_status).toEqual(fresh.user_status);
  }
});
