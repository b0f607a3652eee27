import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { getEvents, registerQueue } from '@parley/contract/endpoints/queues.ts';
import { getMessages } from '@parley/contract/endpoints/message-search.ts';
import type { NarrowTerm } from '@parley/contract/objects/narrow.ts';
import { updateStream } from '@parley/contract/endpoints/streams.ts';
import { roles } from '@parley/contract/rights/roles.ts';
import { said, writeSlack } from '@parley/test-support/chat-archives/slack.ts';
import { startTestServer, type TestServer, type TestUser } from '@parley/test-support/harness.ts';
import { term } from '@parley/test-support/find-messages.ts';
import { channelOf, say } from '@parley/test-support/talk.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteExpired } from '../../../chat/messages/editing/retention.ts';
import { q, sql } from '../../../engine/db/sql.ts';
import { recordLogin } from '../../../organization/users/first-login.ts';
import { importChat, type ChatImport } from './import-chat.ts';
import { openArchive } from './open-archive.ts';

let server: TestServer;
let directory: string;
let ada: TestUser;
let eve: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  directory = await mkdtemp(path.join(tmpdir(), 'parley-chats-'));
  ada = await server.user({ email: 'ada@example.com', fullName: 'Ada Here', role: roles.owner });
  eve = await server.user({ fullName: 'Somebody else' });
});
afterAll(async () => {
  await server.stop();
  await rm(directory, { recursive: true, force: true });
});

async function realmOf(id = server.realmId) {
  const realm = await server.server.world.pool.first(q.selectFrom('realm').selectAll().where('id', '=', id));
  if (realm === undefined) throw new Error('There is no organization.');
  return realm;
}

async function run(file: string, world = server.server.world): Promise<ChatImport> {
  const archive = await openArchive('slack', file);
  try {
    return await importChat(world, await realmOf(), archive);
  } finally {
    await archive.close();
  }
}

async function read(user: TestUser, ...narrow: NarrowTerm[]) {
  const { messages } = await user.connection.call(getMessages, { anchor: 'newest', num_before: 500, narrow });
  return messages;
}

const count = async (table: string): Promise<number> => {
  const row = await server.server.world.pool.first(
    sql<{ n: number }>`select count(*)::int as n from ${sql.raw(table)} where realm_id = ${server.realmId}`,
  );
  return row?.n ?? -1;
};

const outline = async (user: TestUser, ...narrow: NarrowTerm[]) =>
  (await read(user, ...narrow)).map(({ subject, sender_full_name, timestamp, content }) => [
    timestamp,
    subject,
    sender_full_name,
    content.replaceAll(/<[^>]+>/g, '').trim(),
  ]);

test('an archive of Slack becomes channels, topics and direct conversations', async () => {
  const done = await run(await writeSlack(path.join(directory, 'one.zip')));
  expect(done.report).toEqual({
    taken: {
      bots: 2,
      channels: 2,
      'direct conversations': 3,
      files: 2,
      messages: 11,
      people: 3,
      'people found by their address': 2,
      'people without an address': 3,
      'private channels': 1,
      reactions: 3,
      subscriptions: 5,
      threads: 1,
    },
    notTaken: {
      'files that Slack deleted or hid': 1,
      huddles: 1,
      'notices of joins, names, pins and the like': 1,
      'objects without a time': 1,
    },
  });
  const thread = 'Release 3 is out, @Bob: notes :tada: · 2025-11-18';
  expect(await outline(ada, term('channel', 'general'))).toEqual([
    [1763438400, thread, 'Ada Here', 'Release 3 is out, @Bob: notes :tada:'],
    [1763438450, thread, 'Bob', 'all see *code* &amp; #private channel\nlog.txt\npicture.png'],
    [1763438460, thread, 'Webhook', 'Build 7\nok\nBranch: main'],
    [1763438600, 'general', 'Ada Here', 'plain words'],
    [1763524800, 'general', 'Foreign Fay', 'from somebody unknown'],
    [1763524801, '2025-11-19 04:00 (earlier message not in the archive)', 'Eve', 'a reply to nothing'],
  ]);
  expect(await outline(ada, term('is', 'dm'))).toEqual([
    [1763438710, '', 'Eve', 'three of us'],
    [1763438720, '', 'Ada Here', '/me waves'],
    [1763438730, '', 'Bob', 'to the other account'],
    [1763438740, '', 'Ada Here', 'a note to me'],
  ]);
  expect(await outline(ada, term('channel', 'board'))).toEqual([
    [1763438700, 'general', 'Ada Here', 'in private'],
  ]);
  const [picture] = await read(ada, term('search', 'picture.png'));
  expect(picture?.content).toContain('<img data-original-content-type="image/png"');
  expect(await count('attachment_message')).toBe(2);
  const [row] = await server.server.world.pool.all(sql<{ report: unknown; state: string }>`
    select report, state from chat_import where realm_id = ${server.realmId}`);
  expect(row).toEqual({ state: 'done', report: done.report });
});

test('people who came by an import read everything, and take their accounts over at the first log-in', async () => {
  const { world } = server.server;
  const bob = await world.pool.first(
    q.selectFrom('realm_user').selectAll().where('delivery_email', '=', 'bob@example.com'),
  );
  if (bob === undefined) throw new Error('Bob is missing.');
  expect(bob).toMatchObject({
    is_active: true,
    is_imported_stub: true,
    awaits_first_login: true,
    role: roles.administrator,
  });
  const known = {
    id: bob.id,
    realmId: server.realmId,
    email: bob.delivery_email,
    apiKey: '',
    connection: ada.connection,
  };
  const user = await server.logIn(known);
  const state = await user.connection.call(registerQueue, {
    event_types: ['message', 'realm_user'],
    fetch_event_types: ['message', 'realm_user', 'update_message_flags'],
  });
  expect(state.unread_msgs?.count).toBe(0);
  expect(state.realm_users?.find(({ user_id }) => user_id === bob.id)?.is_imported_stub).toBe(true);
  await recordLogin(world, bob);
  const { events } = await user.connection.call(getEvents, {
    queue_id: state.queue_id,
    last_event_id: state.last_event_id,
    dont_block: true,
  });
  expect(events.map((event) => ('person' in event ? event.person : event))).toContainEqual({
    user_id: bob.id,
    is_imported_stub: false,
  });
  expect((await outline(user, term('is', 'mentioned'))).map(([, , , text]) => text)).toEqual([
    'Release 3 is out, @Bob: notes :tada:',
  ]);
});

test('a second run takes only what is new, below what people wrote meanwhile', async () => {
  const before = await Promise.all(
    ['message', 'realm_user', 'channel', 'conversation', 'reaction'].map(count),
  );
  const same = await run(path.join(directory, 'one.zip'));
  expect(same.written).toBe(0);
  expect(
    await Promise.all(['message', 'realm_user', 'channel', 'conversation', 'reaction'].map(count)),
  ).toEqual(before);

  const channelId = await channelOf(server, 'general', [ada]);
  const here = await say(ada, channelId, 'general', 'written here');
  const { queue_id, last_event_id } = await eve.connection.call(registerQueue, {});
  const more = await writeSlack(path.join(directory, 'two.zip'), {
    'general/2025-11-20.json': [
      said(172_800, 'U2', 'the next day'),
      said(172_801, 'U1', 'late reply', { thread_ts: '1763438400.000100' }),
    ],
    'D1/2025-11-20.json': [said(172_802, 'U2', 'hello again')],
  });
  expect((await run(more)).written).toBe(3);
  expect((await outline(ada, term('channel', 'general'))).slice(-3)).toEqual([
    [expect.any(Number), 'general', 'Ada Here', 'written here'],
    [1763611200, 'general', 'Bob', 'the next day'],
    [1763611201, 'Release 3 is out, @Bob: notes :tada: · 2025-11-18', 'Ada Here', 'late reply'],
  ]);
  expect((await outline(ada, term('is', 'dm'))).at(-1)).toEqual([1763611202, '', 'Bob', 'hello again']);
  const all = await outline(ada);
  expect(all.at(-1)).toEqual([1763611202, '', 'Bob', 'hello again']);
  await expect(
    eve.connection.call(getEvents, { queue_id, last_event_id, dont_block: true }),
  ).rejects.toMatchObject({ code: 'BAD_EVENT_QUEUE_ID' });
  const state = await ada.connection.call(registerQueue, {});
  expect(state.unread_msgs?.streams.flatMap(({ unread_message_ids }) => unread_message_ids)).toEqual([here]);
  expect(state.unread_msgs?.pms).toEqual([]);
  expect(state.recent_private_conversations?.filter(({ user_ids }) => user_ids.length === 1)).toHaveLength(1);
});

test('an import that was killed is invisible, and is continued without doubles', async () => {
  const { world } = server.server;
  const days = Array.from({ length: 1_300 }, (_, n) =>
    said(400_000 + n, n % 2 === 0 ? 'U1' : 'U2', `number ${n}`),
  );
  const file = await writeSlack(path.join(directory, 'three.zip'), {
    'channels.json': [{ id: 'C7', name: 'numbers', members: ['U1', 'U2'] }],
    'numbers/2025-11-22.json': days,
  });
  let writes = 0;
  const dying = {
    ...world,
    write: ((...args) => {
      writes += 1;
      return writes > 5 ? Promise.reject(new Error('killed')) : world.write(...args);
    }) as typeof world.write,
  };
  await expect(run(file, dying)).rejects.toThrow('killed');
  const hidden = await count('import_home');
  expect(hidden).toBeGreaterThan(0);
  const newest = await world.pool.first(sql<{ id: number }>`
    select max(id) as id from message where realm_id = ${server.realmId} and client like 'import%'`);
  const { queue_id, last_event_id } = await ada.connection.call(registerQueue, {});
  await expect(ada.connection.call(getMessages, { message_ids: [newest?.id ?? 0] })).resolves.toMatchObject({
    messages: [],
  });
  expect((await read(ada, term('search', 'number'))).length).toBe(0);
  expect((await outline(ada)).at(-1)?.[3]).toBe('hello again');
  // Positions of hidden messages are nothing to clients.
  await say(ada, await channelOf(server, 'general', [ada]), 'general', 'a word between');
  const { events } = await ada.connection.call(getEvents, { queue_id, last_event_id, dont_block: true });
  expect(events.filter(({ type }) => type === 'message')).toHaveLength(1);

  expect((await run(file)).report.taken).toMatchObject({ channels: 1 });
  const numbers = await outline(ada, term('channel', 'numbers'));
  expect(numbers.map(([, , , text]) => text)).toEqual(days.slice(-500).map(({ text }) => text));
  const rows = await world.pool.all(sql<{ n: number; ordinals: number }>`
    select count(*)::int as n, max(ordinal)::int as ordinals from message m join channel c
    on c.realm_id = m.realm_id and c.id = m.channel_id where c.name = 'numbers'`);
  expect(rows).toEqual([{ n: 1_300, ordinals: 1_300 }]);
  expect(await count('import_home')).toBe(0);
});

test('retention deletes imported messages by their times, whatever was here before them', async () => {
  const { world } = server.server;
  const owner = await server.user({ role: roles.owner });
  const general = await channelOf(server, 'kept', [owner]);
  const fresh = await say(owner, general, 'today', 'not due');
  const old = await writeSlack(path.join(directory, 'kept.zip'), {
    'channels.json': [{ id: 'C9', name: 'kept', created: 1, members: ['U1'] }],
    'groups.json': [],
    'kept/2025-11-18.json': [said(5, 'U1', 'due')],
  });
  await run(old);
  await world.pool.all(sql`update message set sent_at = now() - interval '9 days' where content = 'due'`);
  await owner.connection.call(updateStream, { stream_id: general, message_retention_days: 4 });
  await deleteExpired(world);
  expect((await read(owner, term('channel', 'kept'))).map(({ id }) => id)).toEqual([fresh]);
});
