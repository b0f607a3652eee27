import { systemClock } from '../../../engine/clock.ts';
import { subscribe } from '@parley/contract/endpoints/channels.ts';
import { sendMessage } from '@parley/contract/endpoints/messages.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isOutdated } from '../../../engine/db/errors.ts';
import { sql, type Query } from '../../../engine/db/sql.ts';
import { hexHashOf } from '../../../engine/secrets/seal.ts';
import { startTestServer, type TestUser, type TestServer } from '@parley/test-support/harness.ts';
import { heard } from '@parley/test-support/talk.ts';
import { storeMessages } from './store.ts';

let server: TestServer;
let count = 0;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

type Case = { readonly who: TestUser; readonly channel: number; readonly realm: number };

function run(query: Query<unknown>) {
  return server.server.world.pool.all(query);
}

async function one(query: Query<{ value: number }>): Promise<number> {
  return (await server.server.world.pool.first(query))?.value ?? 0;
}

function say({ who, channel }: Pick<Case, 'who' | 'channel'>, more: object = {}) {
  return who.connection.call(sendMessage, {
    type: 'channel',
    to: channel,
    topic: 'Plans',
    content: 'hello',
    ...more,
  });
}

/** A user and a channel that the node has cached. */
async function cached(): Promise<Case> {
  count += 1;
  const host = `of${count}.parley.test`;
  const realm = await server.realm(`of${count}`);
  const who = await server.user({ realmId: realm, host, role: 400 });
  await who.connection.call(subscribe, { subscriptions: [{ name: 'here' }] });
  const channel = await one(
    sql<{ value: number }>`select id as value from channel where realm_id = ${realm}`,
  );
  const there = { who, channel, realm };
  for (let n = 0; n < 2; n += 1) await say(there);
  expect(server.server.world.cachedAccount(hexHashOf(who.apiKey))).toBeDefined();
  expect(lookup(there)).toBeDefined();
  return there;
}

function lookup({ who, channel, realm }: Case) {
  return server.server.world.sending.contexts.lookup({
    realmId: realm,
    userId: who.id,
    channel,
    topic: 'Plans',
    key: '',
  });
}

const REFUSED: readonly [string, (of: Case) => Query<unknown>, number][] = [
  [
    'the account is deactivated',
    ({ who }) => sql`update realm_user set is_active = false where id = ${who.id}`,
    401,
  ],
  ['the key has ended', ({ who }) => sql`delete from credential where user_id = ${who.id}`, 401],
  [
    'the organization is closed',
    ({ realm }) => sql`update realm set deactivated_at = now() where id = ${realm}`,
    401,
  ],
  [
    'the channel is archived',
    ({ channel }) => sql`update channel set is_archived = true where id = ${channel}`,
    400,
  ],
  ['the channel is gone', ({ channel }) => sql`delete from channel where id = ${channel}`, 400],
  [
    'only others may write',
    ({ realm, channel }) => sql`with empty as (
        insert into user_group (realm_id, name) values (${realm}, 'nobody at all') returning id
      ) update channel set permissions = jsonb_build_object('can_send_message_group', empty.id) from empty
      where channel.id = ${channel}`,
    400,
  ],
  [
    'only others may begin the topic, which is gone',
    ({ realm, channel }) => sql`with empty as (
        insert into user_group (realm_id, name) values (${realm}, 'nobody at all') returning id
      ), gone as (delete from topic where realm_id = ${realm})
      update channel set permissions = jsonb_build_object('can_create_topic_group', empty.id) from empty
      where channel.id = ${channel}`,
    400,
  ],
];

test.each(REFUSED)('a cached context is not used once %s', async (_name, change, status) => {
  const there = await cached();
  await run(change(there));
  expect(lookup(there)).toBeDefined();
  await expect(say(there)).rejects.toMatchObject({ status });
});

test('a user who left a private channel cannot send to it', async () => {
  const there = await cached();
  await run(sql`update channel set is_private = true where id = ${there.channel}`);
  await say(there);
  expect(lookup(there)).toBeDefined();
  await run(sql`update subscription set is_active = false where user_id = ${there.who.id}`);
  await expect(say(there)).rejects.toMatchObject({ status: 400 });
});

test('a message reflects the state at its log position', async () => {
  const there = await cached();
  const act = async () => {
    await run(sql`update realm_user set full_name = 'Somebody else' where id = ${there.who.id}`);
    await run(sql`update channel set name = 'There' where id = ${there.channel}`);
    await say(there);
  };
  expect(await heard(there.who, act, { event_types: ['message'] })).toMatchObject([
    { message: { sender_full_name: 'Somebody else', display_recipient: 'There' } },
  ]);
});

test('a repeated send returns the first response, with a cached context too', async () => {
  const there = await cached();
  const named = { queue_id: 'some queue', local_id: '1.01' };
  const first = await say(there, named);
  expect(lookup(there)).toBeDefined();
  expect(await say(there, named)).toMatchObject({ id: first.id });
  await expect(say(there, { ...named, content: 'something else' })).rejects.toMatchObject({ status: 400 });
});

function accessVersionOf(realm: number): Promise<number> {
  return one(
    sql<{ value: number }>`select access_version as value from realm_head where realm_id = ${realm}`,
  );
}

const OF_EACH: readonly [string, (of: Case) => Query<unknown>][] = [
  ['realm', ({ realm }) => sql`update realm set settings = '{}' where id = ${realm}`],
  ['user', ({ who }) => sql`update realm_user set role = role where id = ${who.id}`],
  ['channel', ({ channel }) => sql`update channel set topics_policy = 'inherit' where id = ${channel}`],
  ['subscription', ({ who }) => sql`update subscription set is_muted = true where user_id = ${who.id}`],
  ['topic', ({ channel }) => sql`delete from topic where channel_id = ${channel}`],
  [
    'muted_user',
    ({ realm, who }) => sql`insert into muted_user values (${realm}, ${who.id}, ${who.id}, now())`,
  ],
  [
    'vocabulary_version',
    ({ realm }) => sql`insert into vocabulary_version values (${realm}, 'linkifiers', 1)`,
  ],
  ['user_group', ({ realm }) => sql`update user_group set is_deactivated = false where realm_id = ${realm}`],
  [
    'group_member',
    ({ realm, who }) => sql`insert into group_member
      select realm_id, min(id), ${who.id} from user_group where realm_id = ${realm} group by realm_id`,
  ],
  [
    'group_subgroup',
    ({ realm }) => sql`insert into group_subgroup
      select realm_id, min(id), max(id) from user_group where realm_id = ${realm} group by realm_id`,
  ],
];

test.each(OF_EACH)('a change of %s raises the version of that organization once', async (_table, change) => {
  const there = await cached();
  const other = await cached();
  const before = [await accessVersionOf(there.realm), await accessVersionOf(other.realm)] as const;
  await run(change(there));
  expect([await accessVersionOf(there.realm), await accessVersionOf(other.realm)]).toEqual([
    before[0] + 1,
    before[1],
  ]);
});

test('sending does not raise the version', async () => {
  const there = await cached();
  const before = await accessVersionOf(there.realm);
  await say(there);
  await say(there, { topic: 'A new one' });
  expect(await accessVersionOf(there.realm)).toBe(before);
});

test('messages that were checked against an old version are refused and not stored', async () => {
  const there = await cached();
  const { pool } = server.server.world;
  const accessVersion = await accessVersionOf(there.realm);
  const home = await one(
    sql<{ value: number }>`select conversation_id as value from channel where id = ${there.channel}`,
  );
  const outgoing = {
    audience: { kind: 'subscribers', channel: there.channel },
    event: { type: 'message' },
    senderId: there.who.id,
    homeId: home,
    channelId: there.channel,
    topic: 'Plans',
    content: 'x',
    rendered: '<p>x</p>',
    client: 'test',
    sentAt: 0,
    messageFlags: 0,
    userFlags: [],
    policy: 0,
  };
  const store = (...known: (number | undefined)[]) =>
    storeMessages(
      pool,
      systemClock,
    )(known.map((one) => ({ realmId: there.realm, outgoing: { ...outgoing, accessVersion: one } as never })));
  expect(await store(accessVersion, undefined)).toHaveLength(2);
  const head = () =>
    one(sql<{ value: number }>`select head as value from realm_head where realm_id = ${there.realm}`);
  const before = await head();
  const problem: unknown = await store(accessVersion, accessVersion - 1).catch((error: unknown) => error);
  expect(isOutdated(problem)).toBe(true);
  expect(await head()).toBe(before);
});
