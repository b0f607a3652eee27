import { applyEvent } from '@parley/client/apply-event.ts';
import { getEvents, registerQueue } from '@parley/contract/endpoints/queues.ts';
import { updateSettings } from '@parley/contract/endpoints/settings.ts';
import { updateStatus } from '@parley/contract/endpoints/user-status.ts';
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
