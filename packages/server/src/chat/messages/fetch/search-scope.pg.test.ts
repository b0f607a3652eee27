import { createChannel, updateStream } from '@parley/contract/endpoints/streams.ts';
import { subscribe } from '@parley/contract/endpoints/channels.ts';
import { unsubscribe } from '@parley/contract/endpoints/subscribing.ts';
import { getMessage } from '@parley/contract/endpoints/messages.ts';
import { checkMessagesMatchNarrow, getMessages } from '@parley/contract/endpoints/message-search.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../../engine/db/sql.ts';
import { startTestServer, type TestUser, type TestServer } from '@parley/test-support/harness.ts';
import { flagsOf, found, post, term, whisper } from '@parley/test-support/find-messages.ts';

let server: TestServer;
let ada: TestUser;
let ben: TestUser;
let guest: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  [ada, ben, guest] = [await server.user(), await server.user(), await server.user({ role: 600 })];
});
afterAll(() => server.stop());

type Kind = { invite_only?: boolean; history_public_to_subscribers?: boolean };

async function open(name: string, kind: Kind = {}): Promise<number> {
  return (await ada.connection.call(createChannel, { name, subscribers: [ada.id], ...kind })).id;
}

function bring(who: TestUser, name: string) {
  return ada.connection.call(subscribe, { subscriptions: [{ name }], principals: [who.id] });
}

function leave(who: TestUser, name: string) {
  return who.connection.call(unsubscribe, { subscriptions: [name] });
}

const PROTECTED = { invite_only: true, history_public_to_subscribers: false };
const SHARED = { invite_only: true, history_public_to_subscribers: true };

test('a new subscriber finds earlier messages of an open channel only with a channel narrow', async () => {
  const channel = await open('late');
  const early = await post(ada, 'late', 't', 'early bird');
  await bring(ben, 'late');
  const later = await post(ada, 'late', 't', 'late bird');
  expect(await found(ben, term('channel', channel))).toEqual([early, later]);
  expect(await found(ben, term('channels', 'public'))).toEqual(expect.arrayContaining([early, later]));
  expect(await found(ben, term('channel', channel), term('search', 'birds'))).toEqual([early, later]);
  expect(await found(ben, term('search', 'birds'))).toEqual([later]);
  expect(await found(ben)).toEqual([later]);
  expect(await found(ben, term('topic', 't'))).toEqual([later]);
  expect(await found(ben, term('sender', ada.id))).toEqual([later]);
  expect(await found(ben, term('channel', channel), term('is', 'resolved'))).toEqual([]);
  expect(await found(ben, term('channel', channel), term('-is', 'starred'))).toEqual([later]);
  expect(await flagsOf(ben, early, term('channel', channel))).toEqual(['read', 'historical']);
  expect(await flagsOf(ben, later)).toEqual([]);
  const ask = { msg_ids: [early, later], narrow: [term('channel', channel)] };
  expect(Object.keys((await ben.connection.call(checkMessagesMatchNarrow, ask)).messages)).toEqual([
    String(later),
  ]);
});

test('a new subscriber of a protected channel finds only later messages', async () => {
  const channel = await open('vault', PROTECTED);
  const early = await post(ada, 'vault', 't', 'early secret');
  await bring(ben, 'vault');
  const later = await post(ada, 'vault', 't', 'late secret');
  expect(await found(ben, term('channel', channel))).toEqual([later]);
  expect(await found(ben, term('channel', channel), term('topic', 't'))).toEqual([later]);
  expect(await found(ben, term('search', 'secret'))).toEqual([later]);
  expect(await found(ben, term('id', early))).toEqual([]);
  expect(await flagsOf(ben, early, term('channel', channel))).toEqual([]);
  await expect(ben.connection.call(getMessage, { message_id: early })).rejects.toMatchObject({ status: 400 });
  await leave(ben, 'vault');
  expect(await found(ben, term('search', 'secret'))).toEqual([]);
  const { messages, found_oldest, found_newest, anchor } = await ben.connection.call(getMessages, {
    anchor: 'oldest',
    num_after: 5,
    narrow: [term('channel', channel)],
  });
  expect([messages, found_oldest, found_newest, anchor]).toEqual([[], true, true, 10_000_000_000_000_000]);
});

test('a former subscriber keeps received messages of an open channel, not of a private one', async () => {
  const plaza = await open('plaza');
  await open('cellar', SHARED);
  for (const name of ['plaza', 'cellar']) await bring(ben, name);
  const inPlaza = await post(ada, 'plaza', 't', 'leaving plaza');
  const inCellar = await post(ada, 'cellar', 't', 'leaving cellar');
  expect(await found(ben, term('search', 'leaving'))).toEqual([inPlaza, inCellar]);
  for (const name of ['plaza', 'cellar']) await leave(ben, name);
  const after = await post(ada, 'plaza', 't', 'leaving behind');
  expect(await found(ben, term('search', 'leaving'))).toEqual([inPlaza]);
  expect(await found(ben, term('is', 'unread'), term('search', 'leaving'))).toEqual([inPlaza]);
  expect(await found(ben, term('channel', plaza))).toEqual([inPlaza, after]);
});

test('members of a group that may join a private channel can read it and keep received messages', async () => {
  const channel = await open('granted', SHARED);
  await bring(ben, 'granted');
  const id = await post(ada, 'granted', 't', 'granted words');
  await leave(ben, 'granted');
  expect(await found(ben, term('search', 'granted'))).toEqual([]);
  await ada.connection.call(updateStream, {
    stream_id: channel,
    can_subscribe_group: { new: { direct_members: [ben.id], direct_subgroups: [] } },
  });
  expect(await found(ben, term('search', 'granted'))).toEqual([id]);
  expect(await found(ben, term('channel', channel))).toEqual([id]);
});

test('a guest finds messages of current channels, and web-public ones with a narrow for them', async () => {
  await open('lobby');
  const web = await open('web');
  await server.server.world.write(server.realmId, (tx) =>
    tx.all(sql`update channel set is_web_public = true where realm_id = ${tx.realmId} and id = ${web}`),
  );
  await bring(guest, 'lobby');
  const inLobby = await post(ada, 'lobby', 't', 'guest words');
  const inWeb = await post(ada, 'web', 't', 'guest words');
  expect(await found(guest, term('search', 'guest'))).toEqual([inLobby]);
  expect(await found(guest, term('channels', 'public'))).toEqual([inLobby]);
  expect(await found(ben, term('channels', 'web-public'))).toEqual([inWeb]);
  expect(await found(guest, term('channel', web))).toEqual([inWeb]);
  await leave(guest, 'lobby');
  expect(await found(guest, term('search', 'guest'))).toEqual([]);
  expect(await found(guest, term('channel', 'lobby'))).toEqual([]);
});

test('a user cannot find the direct messages of other users', async () => {
  const owner = await server.user({ role: 100 });
  const id = await whisper(ada, [ben], 'between us two');
  expect(await found(owner, term('search', 'between us'))).toEqual([]);
  expect(await found(owner, term('id', id))).toEqual([]);
  expect(await found(owner, term('dm-including', ada.id))).toEqual([]);
  expect(await found(owner, term('sender', ada.id), term('is', 'dm'))).toEqual([]);
});

test('a search does not find messages of another organization', async () => {
  const realmId = await server.realm('apart');
  const far = await server.user({ realmId, host: 'apart.parley.test' });
  await far.connection.call(subscribe, { subscriptions: [{ name: 'apart' }] });
  const id = await post(far, 'apart', 't', 'unheard words');
  expect(await found(far, term('search', 'unheard'))).toEqual([id]);
  expect(await found(ada, term('search', 'unheard'))).toEqual([]);
});

test('a moved message is found in its new channel and stays received through its old one', async () => {
  const from = await open('source');
  const to = await open('target');
  const vault = await open('moved vault', PROTECTED);
  await bring(ben, 'source');
  await bring(ben, 'moved vault');
  const [moved, hidden] = [
    await post(ada, 'source', 't', 'moving one'),
    await post(ada, 'source', 't', 'moving two'),
  ];
  const late = await server.user();
  const outside = await post(ada, 'target', 't', 'moving three');
  const head = await server.server.world.pool.first(
    sql<{ head: number }>`select head from realm_head where realm_id = ${server.realmId}`,
  );
  const move = (id: number, channel: number) =>
    server.server.world.write(server.realmId, (tx) =>
      tx.all(
        sql`update message set channel_id = c.id, conversation_id = c.conversation_id, arrived_at = ${head?.head}
          from channel c where c.realm_id = ${tx.realmId} and c.id = ${channel}
            and message.realm_id = ${tx.realmId} and message.id = ${id}`,
      ),
    );
  await move(moved, to);
  await move(hidden, vault);
  await move(outside, vault);
  await bring(late, 'moved vault');
  expect(await found(ben, term('channel', from))).toEqual([]);
  expect(await found(ben, term('channel', to))).toEqual([moved]);
  expect(await found(ben, term('search', 'moving'))).toEqual([moved, hidden, outside]);
  expect(await found(ben, term('is', 'unread'), term('channel', to))).toEqual([moved]);
  expect(await found(ben, term('is', 'unread'), term('channel', vault))).toEqual([hidden]);
  expect(await found(ben, term('channel', vault))).toEqual([hidden, outside]);
  expect(await flagsOf(ben, outside)).toEqual(['read']);
  expect(await found(late, term('channel', vault))).toEqual([]);
  expect(await found(late, term('channel', to))).toEqual([moved]);
  expect(await found(late)).toEqual([]);
});

test('a user flag gives the user a copy of a message', async () => {
  const channel = await open('marked');
  const id = await post(ada, 'marked', 't', 'remarkable');
  await server.server.world.write(server.realmId, (tx) =>
    tx.all(
      sql`insert into message_user_flag (realm_id, user_id, message_id, flags)
        values (${tx.realmId}, ${ben.id}, ${id}, 33)`,
    ),
  );
  expect(await found(ben, term('is', 'starred'))).toEqual([id]);
  expect(await found(ben, term('search', 'remarkable'))).toEqual([id]);
  expect(await found(ben)).toContain(id);
  expect(await flagsOf(ben, id, term('channel', channel))).toEqual(['read', 'starred', 'historical']);
});

test('messages flagged as unread are found from both directions', async () => {
  const channel = await open('called');
  const reader = await server.user();
  const ids = [await post(ada, 'called', 't', 'one'), await post(ada, 'called', 't', 'two')];
  await server.server.world.write(server.realmId, (tx) =>
    tx.all(
      sql`insert into message_user_flag (realm_id, user_id, message_id, flags)
        values (${tx.realmId}, ${reader.id}, ${ids[0]}, 68), (${tx.realmId}, ${reader.id}, ${ids[1]}, 4)`,
    ),
  );
  expect(await found(reader, term('is', 'unread'))).toEqual([ids[0]]);
  expect(await found(reader, term('is', 'unread'), term('channel', channel))).toEqual([ids[0]]);
  const { anchor } = await reader.connection.call(getMessages, { anchor: 'first_unread' });
  expect(anchor).toBe(ids[0]);
});
