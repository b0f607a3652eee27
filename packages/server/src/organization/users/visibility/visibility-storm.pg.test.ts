import { roles } from '@parley/contract/rights/roles.ts';
import { applyEvent } from '@parley/client/apply-event.ts';
import { ApiError } from '@parley/client/connection.ts';
import type { State } from '@parley/client/state.ts';
import { subscribe } from '@parley/contract/endpoints/channels.ts';
import { sendMessage } from '@parley/contract/endpoints/messages.ts';
import { getEvents, registerQueue } from '@parley/contract/endpoints/queues.ts';
import { updateRealm } from '@parley/contract/endpoints/realm.ts';
import { archiveStream, updateStream } from '@parley/contract/endpoints/streams.ts';
import { unsubscribe } from '@parley/contract/endpoints/subscribing.ts';
import { setTypingStatus } from '@parley/contract/endpoints/typing.ts';
import { getUser, getUserByEmail, getUsers, updateUser } from '@parley/contract/endpoints/users.ts';
import type { WireEvent } from '@parley/contract/events.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from '../../../engine/db/sql.ts';
import { systemGroupIds } from '../../groups/rows.ts';
import { isUnknown } from '../present.ts';
import { startTestServer, type TestServer, type TestUser } from '@parley/test-support/harness.ts';
import { patiently } from '@parley/test-support/patiently.ts';
import { channelOf, heard } from '@parley/test-support/talk.ts';

let server: TestServer;
let owner: TestUser;
let guest: TestUser;
let ada: TestUser;

async function hide(): Promise<void> {
  const ids = await systemGroupIds(server.server.world.pool, server.realmId);
  await owner.connection.call(updateRealm, { can_access_all_users_group: { new: ids['role:members'] } });
}

async function show(): Promise<void> {
  const ids = await systemGroupIds(server.server.world.pool, server.realmId);
  await owner.connection.call(updateRealm, { can_access_all_users_group: { new: ids['role:everyone'] } });
}

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.user({ role: roles.owner });
  await hide();
});
afterAll(() => server.stop());
beforeEach(async () => {
  guest = await server.user({ role: roles.guest });
  ada = await server.user({ fullName: 'Ada', emailVisibility: 3 });
});

let channels = 0;

async function sharedChannel(...users: TestUser[]): Promise<{ id: number; name: string }> {
  channels += 1;
  const name = `shared ${channels}`;
  return { name, id: await channelOf(server, name, [owner, ...users]) };
}

function leave(name: string, ...users: TestUser[]) {
  return owner.connection.call(unsubscribe, {
    subscriptions: [name],
    principals: users.map(({ id }) => id),
  });
}

function join(name: string, ...users: TestUser[]) {
  return owner.connection.call(subscribe, {
    subscriptions: [{ name }],
    principals: users.map(({ id }) => id),
    send_new_subscription_messages: false,
  });
}

function rename(full_name: string) {
  return owner.connection.call(updateUser, { user_id: ada.id, full_name });
}

const capabilities = {
  client_capabilities: {
    notification_settings_null: true,
    user_list_incomplete: true,
    archived_channels: true,
    stream_typing_notifications: true,
  },
};

function receives(who: TestUser, types: string[], act: () => Promise<unknown>) {
  return heard(who, act, { event_types: types, fetch_event_types: [], ...capabilities });
}

const refused = { status: 400, code: 'BAD_REQUEST' };

function added() {
  return { type: 'realm_user', op: 'add', person: { user_id: ada.id, full_name: 'Ada' } };
}

function removed() {
  return {
    type: 'realm_user',
    op: 'remove',
    person: { user_id: ada.id, full_name: 'Unknown user' },
  };
}

test('a guest finds users of a shared channel by id, address and list until they leave the channel', async () => {
  const { name } = await sharedChannel(guest, ada);
  const { user: shownUser } = await guest.connection.call(getUser, { user_id: ada.id });
  expect(shownUser).toMatchObject({ full_name: 'Ada', delivery_email: null });
  await guest.connection.call(getUserByEmail, { email: `user${ada.id}@parley.test` });
  const seen = async () =>
    (await guest.connection.call(getUsers, {})).members.map(({ user_id }) => user_id).includes(ada.id);
  expect(await seen()).toBe(true);
  expect(await receives(guest, ['realm_user'], () => leave(name, ada))).toMatchObject([removed()]);
  expect(await seen()).toBe(false);
  await expect(guest.connection.call(getUser, { user_id: ada.id })).rejects.toMatchObject(refused);
  expect(await receives(guest, ['realm_user'], () => rename('Somebody else'))).toEqual([]);
});

test('a user who shares two channels with a guest stays visible until neither is shared', async () => {
  const [one, two] = [await sharedChannel(guest, ada), await sharedChannel(guest, ada)];
  expect(await receives(guest, ['realm_user'], () => leave(one.name, ada))).toEqual([]);
  expect(await receives(guest, ['realm_user'], () => leave(two.name, guest))).toMatchObject([removed()]);
});

test('archiving a channel hides its subscribers from guests, and unarchiving shows them', async () => {
  const { id } = await sharedChannel(guest, ada);
  const archive = () => owner.connection.call(archiveStream, { stream_id: id });
  const unarchive = () => owner.connection.call(updateStream, { stream_id: id, is_archived: false });
  const aboutAda = (events: readonly WireEvent[]) =>
    events.filter((event) => event.type === 'realm_user' && event.person.user_id === ada.id);
  expect(aboutAda(await receives(guest, ['realm_user'], archive))).toMatchObject([removed()]);
  expect(aboutAda(await receives(guest, ['realm_user'], unarchive))).toMatchObject([added()]);
});

test('a first direct message makes its sender and recipients visible before it is delivered', async () => {
  const bea = await server.user({ fullName: 'Bea' });
  const write = () =>
    ada.connection.call(sendMessage, { type: 'direct', to: [guest.id, bea.id], content: 'hello' });
  await expect(
    guest.connection.call(sendMessage, { type: 'direct', to: [ada.id], content: 'x' }),
  ).rejects.toMatchObject(refused);
  expect(await receives(guest, ['realm_user', 'message'], write)).toMatchObject([
    added(),
    { op: 'add', person: { user_id: bea.id } },
    { type: 'message', message: { sender_full_name: 'Ada' } },
  ]);
  expect(await receives(guest, ['realm_user', 'message'], write)).toHaveLength(1);
  await guest.connection.call(sendMessage, { type: 'direct', to: [bea.id], content: 'hello' });
  expect(await receives(guest, ['realm_user'], () => rename('Ada the Known'))).toHaveLength(1);
});

test('typing notifications of hidden users do not reach a guest', async () => {
  const { id, name } = await sharedChannel(guest, ada);
  const type = () =>
    ada.connection.call(setTypingStatus, { op: 'start', type: 'channel', stream_id: id, topic: 'tea' });
  const typeTo = () => ada.connection.call(setTypingStatus, { op: 'start', to: [guest.id] });
  expect(await receives(guest, ['typing'], type)).toHaveLength(1);
  expect(await receives(guest, ['typing'], typeTo)).toHaveLength(1);
  await leave(name, ada);
  expect(await receives(guest, ['typing'], type)).toEqual([]);
  expect(await receives(guest, ['typing'], typeTo)).toEqual([]);
  expect(await receives(owner, ['typing'], type)).toHaveLength(1);
});

test('the queues of a guest are deleted when hundreds of users become visible together', async () => {
  const { name, id } = await sharedChannel();
  await server.server.world.pool.all(
    sql`with many as (
        insert into realm_user (realm_id, delivery_email, email_visibility, full_name, role, key_hash, key_sealed)
        select ${server.realmId}, 'crowd' || n || '@example.com', 3, 'Crowd ' || n, 400,
          sha256(('crowd' || n)::bytea), '' from generate_series(1, 510) n returning id
      )
      insert into subscription (realm_id, user_id, channel_id, color)
      select ${server.realmId}, id, ${id}, '#c2c2c2' from many`,
  );
  const { queue_id, last_event_id } = await guest.connection.call(registerQueue, capabilities);
  const poll = () => guest.connection.call(getEvents, { queue_id, last_event_id, dont_block: true });
  await join(name, guest);
  await expect(poll()).rejects.toMatchObject({ code: 'BAD_EVENT_QUEUE_ID' });
  const { realm_users = [] } = await guest.connection.call(registerQueue, capabilities);
  expect(realm_users.filter(({ full_name }) => full_name.startsWith('Crowd'))).toHaveLength(510);
});

test('guests with full visibility receive no visibility events', async () => {
  const { name } = await sharedChannel(guest);
  await show();
  const types = ['realm_user'];
  expect(await receives(guest, types, () => join(name, ada))).toEqual([]);
  expect(await receives(guest, types, () => leave(name, ada))).toEqual([]);
  await hide();
});

test('concurrent changes send a guest events about visible users only, and its state matches a new snapshot', async () => {
  const [first, second] = [await sharedChannel(guest, ada), await sharedChannel(guest)];
  const registration = {
    event_types: ['realm_user', 'stream', 'subscription'],
    fetch_event_types: ['realm_user'],
    ...capabilities,
  };
  let state: State = await guest.connection.call(registerQueue, registration);
  const unexpected: string[] = [];
  const known = new Set((state.realm_users ?? []).map(({ user_id }) => user_id));
  // Requests may be refused with 400 because of concurrent changes; any other failure fails the test.
  const attempt = (act: () => Promise<unknown>): Promise<unknown> =>
    patiently(act).catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.status !== 400) throw error;
    });
  const archive = () => owner.connection.call(archiveStream, { stream_id: first.id });
  const unarchive = () => owner.connection.call(updateStream, { stream_id: first.id, is_archived: false });
  for (let round = 0; round < 20; round += 1) {
    await Promise.all([
      attempt(() => rename(`Ada ${round} a`)),
      attempt(() => (round % 2 === 0 ? leave(first.name, ada) : join(first.name, ada))),
      attempt(() => rename(`Ada ${round} b`)),
      attempt(() => (round % 3 === 0 ? join(second.name, ada) : leave(second.name, ada, guest))),
      attempt(() => (round % 4 === 0 ? archive() : unarchive())),
      attempt(() => (round % 3 === 1 ? join(second.name, guest) : rename(`Ada ${round} c`))),
    ]);
    const { events } = await guest.connection.call(getEvents, {
      queue_id: state.queue_id,
      last_event_id: state.last_event_id,
      dont_block: true,
    });
    for (const event of events) {
      if (event.type !== 'realm_user' || event.person.user_id !== ada.id) continue;
      if (event.op === 'add' && !isUnknown(event.person)) known.add(ada.id);
      else if (event.op === 'remove') known.delete(ada.id);
      else if (!known.has(ada.id)) unexpected.push(`round ${round}: ${JSON.stringify(event)}`);
    }
    expect(unexpected).toEqual([]);
    state = { ...events.reduce(applyEvent, state), last_event_id: events.at(-1)?.id ?? state.last_event_id };
    const fresh = await guest.connection.call(registerQueue, registration);
    const nameOf = ({ realm_users = [] }: State) =>
      realm_users.find(({ user_id }) => user_id === ada.id)?.full_name;
    expect(nameOf(state)).toBe(nameOf(fresh));
  }
});
