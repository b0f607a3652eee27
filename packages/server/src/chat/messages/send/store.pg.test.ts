import { systemClock } from '../../../engine/clock.ts';
import { subscribe } from '@parley/contract/endpoints/channels.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isLockTimeout, isOutdated } from '../../../engine/db/errors.ts';
import { q } from '../../../engine/db/sql.ts';
import { startTestServer, type TestServer } from '@parley/test-support/harness.ts';
import type { OutgoingMessage } from './outgoing-message.ts';
import { storeMessages } from './store.ts';

type ChannelContext = { realmId: number; senderId: number; channelId: number; homeId: number };

let server: TestServer;
let here: ChannelContext;
let there: ChannelContext;
beforeAll(async () => {
  server = await startTestServer();
  here = await context(server.realmId);
  there = await context(await server.realm('elsewhere'), 'elsewhere.parley.test');
});
afterAll(() => server.stop());

async function context(realmId: number, host?: string): Promise<ChannelContext> {
  const { id, connection } = await server.user({ realmId, ...(host === undefined ? {} : { host }) });
  await connection.call(subscribe, { subscriptions: [{ name: 'general' }] });
  const row = await server.server.world.pool.first(
    q.selectFrom('channel').select(['id', 'conversation_id']).where('realm_id', '=', realmId),
  );
  return { realmId, senderId: id, channelId: row?.id ?? 0, homeId: row?.conversation_id ?? 0 };
}

function addressed({ realmId, senderId, channelId, homeId }: ChannelContext, content: string) {
  return {
    realmId,
    outgoing: {
      audience: { kind: 'subscribers', channel: channelId },
      event: { type: 'message', read: [senderId] },
      senderId,
      homeId,
      channelId,
      topic: 'Plans',
      content,
      rendered: `<p>${content}</p>`,
      client: 'test',
      sentAt: 1_700_000_000_000,
      messageFlags: 0,
      userFlags: [],
      policy: 0,
    } as unknown as OutgoingMessage,
  };
}

function stored(realmId: number) {
  return server.server.world.pool.all(
    q
      .selectFrom('message')
      .select(['id', 'ordinal', 'content'])
      .where('realm_id', '=', realmId)
      .orderBy('id'),
  );
}

test('messages of several organizations are stored together, each in the order of its own log', async () => {
  const { pool } = server.server.world;
  const headOf = async ({ realmId }: ChannelContext): Promise<number> =>
    (await pool.first(q.selectFrom('realm_head').select('head').where('realm_id', '=', realmId)))?.head ?? 0;
  const before = [await headOf(here), await headOf(there)] as const;
  const outgoingMessages = [
    addressed(there, 'a'),
    addressed(here, 'b'),
    addressed(there, 'c'),
    addressed(there, 'd'),
  ];
  const ids = await storeMessages(pool, systemClock)(outgoingMessages);
  expect(ids).toEqual([before[1] + 1, before[0] + 1, before[1] + 2, before[1] + 3]);
  expect([await headOf(here), await headOf(there)]).toEqual([before[0] + 1, before[1] + 3]);
  expect(await stored(there.realmId)).toMatchObject([
    { id: ids[0], ordinal: 1, content: 'a' },
    { id: ids[2], ordinal: 2, content: 'c' },
    { id: ids[3], ordinal: 3, content: 'd' },
  ]);
  expect(await stored(here.realmId)).toMatchObject([{ id: ids[1], ordinal: 1, content: 'b' }]);
});

test.each(['conversation', 'realm_head'] as const)(
  'what one organization has locked (%s) is not waited for by others',
  async (table) => {
    const { pool } = server.server.world;
    const holder = await pool.connect();
    try {
      await holder.query('begin');
      await holder.query(`select from ${table} where realm_id = $1 for update`, [there.realmId]);
      const problem: unknown = await storeMessages(
        pool,
        systemClock,
      )([addressed(here, 'x'), addressed(there, 'y')]).catch((error: unknown) => error);
      expect(isLockTimeout(problem)).toBe(true);
      expect(await storeMessages(pool, systemClock)([addressed(here, 'alone')])).toHaveLength(1);
    } finally {
      await holder.query('rollback');
      holder.release();
    }
  },
);

test('a message to a public channel is not stored after the channel became private', async () => {
  const { pool } = server.server.world;
  const { realmId, outgoing } = addressed(here, 'for all who listen');
  const heard: OutgoingMessage = {
    ...outgoing,
    audience: {
      kind: 'union',
      of: [{ kind: 'subscribers', channel: here.channelId }, { kind: 'listeners' }],
    },
  };
  const setPrivate = (isPrivate: boolean) =>
    pool.all(
      q
        .updateTable('channel')
        .set({ is_private: isPrivate })
        .where('realm_id', '=', realmId)
        .where('id', '=', here.channelId),
    );
  await setPrivate(true);
  const problem: unknown = await storeMessages(
    pool,
    systemClock,
  )([{ realmId, outgoing: heard }]).catch((error: unknown) => error);
  expect(isOutdated(problem)).toBe(true);
  expect(await storeMessages(pool, systemClock)([{ realmId, outgoing }])).toHaveLength(1);
  await setPrivate(false);
  expect(await storeMessages(pool, systemClock)([{ realmId, outgoing: heard }])).toHaveLength(1);
});
