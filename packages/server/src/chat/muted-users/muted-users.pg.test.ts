import { roles } from '@parley/contract/rights/roles.ts';
import { muteUser, unmuteUser } from '@parley/contract/endpoints/muted-users.ts';
import { updateMessageFlags } from '@parley/contract/endpoints/message-flags.ts';
import { sendMessage } from '@parley/contract/endpoints/messages.ts';
import { getEvents, registerQueue } from '@parley/contract/endpoints/queues.ts';
import { deactivateUser } from '@parley/contract/endpoints/users.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestUser, type TestServer } from '@parley/test-support/harness.ts';
import { raw } from '@parley/test-support/raw.ts';
import { channelOf, heardBy, say } from '@parley/test-support/talk.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

function mute({ connection }: TestUser, id: number) {
  return connection.call(muteUser, { muted_user_id: id });
}

function unmute({ connection }: TestUser, id: number) {
  return connection.call(unmuteUser, { muted_user_id: id });
}

async function mutedIds({ connection }: TestUser) {
  return (await connection.call(registerQueue, { event_types: ['muted_users'] })).muted_users?.map(
    ({ id }) => id,
  );
}

const refused = { status: 400, code: 'BAD_REQUEST' };

test('muting and unmuting publish the complete list to the owner alone', async () => {
  const ada = await server.user();
  const grace = await server.user();
  const queue = await ada.connection.call(registerQueue, { event_types: ['muted_users'] });
  const hers = await grace.connection.call(registerQueue, { event_types: ['muted_users'] });
  const before = Math.floor(Date.now() / 1000);
  await mute(ada, grace.id);
  await unmute(ada, grace.id);
  const { events } = await ada.connection.call(getEvents, {
    queue_id: queue.queue_id,
    last_event_id: -1,
    dont_block: true,
  });
  expect(events).toMatchObject([
    { type: 'muted_users', muted_users: [{ id: grace.id }] },
    { type: 'muted_users', muted_users: [] },
  ]);
  const [first] = events;
  const at = first?.type === 'muted_users' ? (first.muted_users[0]?.timestamp ?? 0) : 0;
  expect(at).toBeGreaterThanOrEqual(before);
  const nothing = await grace.connection.call(getEvents, {
    queue_id: hers.queue_id,
    last_event_id: -1,
    dont_block: true,
  });
  expect(nothing.events).toEqual([]);
});

test('the caller, unknown users and users of other organizations cannot be muted', async () => {
  const ada = await server.user();
  const foreigner = await server.user({ realmId: await server.realm('elsewhere') });
  for (const id of [ada.id, 999_999_999, foreigner.id]) {
    await expect(mute(ada, id)).rejects.toMatchObject(refused);
    await expect(unmute(ada, id)).rejects.toMatchObject(refused);
  }
});

test('muting twice and unmuting twice are refused', async () => {
  const ada = await server.user();
  const grace = await server.user();
  await mute(ada, grace.id);
  await expect(mute(ada, grace.id)).rejects.toMatchObject(refused);
  expect(await mutedIds(ada)).toEqual([grace.id]);
  await unmute(ada, grace.id);
  await expect(unmute(ada, grace.id)).rejects.toMatchObject(refused);
});

test('exactly one of several concurrent requests to mute a user succeeds', async () => {
  const ada = await server.user();
  const grace = await server.user();
  const outcomes = await Promise.allSettled([1, 2, 3, 4].map(() => mute(ada, grace.id)));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('a deactivated user can be muted', async () => {
  const owner = await server.user({ role: roles.owner });
  const left = await server.user();
  await owner.connection.call(deactivateUser, { user_id: left.id });
  await mute(owner, left.id);
  expect(await mutedIds(owner)).toEqual([left.id]);
});

test('unknown parameters are reported, and a non-numeric path is not found', async () => {
  const ada = await server.user();
  const grace = await server.user();
  const path = `/api/v1/users/me/muted_users/${grace.id}`;
  const answer = await raw(server, path, { method: 'POST', as: ada, form: { zeta: '1' } });
  expect(answer.json()).toMatchObject({ ignored_parameters_unsupported: ['zeta'] });
  expect((await raw(server, '/api/v1/users/me/muted_users/x', { method: 'POST', as: ada })).status).toBe(404);
});

test('earlier and later messages of a muted user count as read', async () => {
  const [ada, grace, linus] = [await server.user(), await server.user(), await server.user()];
  const channel = await channelOf(server, 'Muting', [ada, grace, linus]);
  const theirs = [await say(grace, channel, 'a'), await say(grace, channel, 'b')];
  const others = await say(linus, channel, 'a');
  const direct = await grace.connection.call(sendMessage, { type: 'direct', to: [ada.id], content: 'psst' });
  const read = await say(grace, channel, 'a');
  await ada.connection.call(updateMessageFlags, { op: 'add', flag: 'read', messages: [read] });
  const { events } = await heardBy({ events: ada }, ['muted_users', 'update_message_flags'], () =>
    mute(ada, grace.id),
  );
  expect(events).toMatchObject([
    { type: 'muted_users' },
    { type: 'update_message_flags', op: 'add', flag: 'read', messages: [...theirs, direct.id], all: false },
  ]);
  const { later } = await heardBy({ later: ada }, ['message'], () => say(grace, channel, 'a'));
  expect(later).toMatchObject([{ type: 'message', flags: ['read'] }]);
  const state = await ada.connection.call(registerQueue, {
    fetch_event_types: ['message', 'update_message_flags'],
  });
  expect(state.unread_msgs).toMatchObject({ count: 1, streams: [{ unread_message_ids: [others] }], pms: [] });
  const quiet = await heardBy({ events: ada }, ['update_message_flags'], () => mute(ada, linus.id));
  expect(quiet.events).toMatchObject([{ messages: [others] }]);
});
