import { systemClock } from '../../clock.ts';
import { subscribe } from '@parley/contract/endpoints/channels.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isHeldUp, isOutdated } from '../../db/problems.ts';
import { q } from '../../db/sql.ts';
import { startTestServer, type TestServer } from '../../testing/harness.ts';
import type { Letter } from './letter.ts';
import { storeLetters } from './store-letters.ts';

type Place = { realmId: number; senderId: number; channelId: number; homeId: number };

let server: TestServer;
let here: Place;
let there: Place;
beforeAll(async () => {
  server = await startTestServer();
  here = await place(server.realmId);
  there = await place(await server.realm('elsewhere'), 'elsewhere.parley.test');
});
afterAll(() => server.stop());

const place = async (realmId: number, host?: string): Promise<Place> => {
  const { id, connection } = await server.person({ realmId, ...(host === undefined ? {} : { host }) });
  await connection.call(subscribe, { subscriptions: [{ name: 'general' }] });
  const row = await server.server.world.pool.first(
    q.selectFrom('channel').select(['id', 'conversation_id']).where('realm_id', '=', realmId),
  );
  return { realmId, senderId: id, channelId: row?.id ?? 0, homeId: row?.conversation_id ?? 0 };
};

const addressed = ({ realmId, senderId, channelId, homeId }: Place, content: string) => ({
  realmId,
  letter: {
    audience: { kind: 'subscribers', channel: channelId },
    event: { type: 'message', read: [senderId] },
    senderId,
    homeId,
    channelId,
    topic: 'Plans',
    content,
    rendered: `<p>${content}</p>`,
    words: content,
    client: 'test',
    sentAt: 1_700_000_000_000,
    traits: 0,
    marks: [],
    policy: 0,
  } as unknown as Letter,
});

const stored = (realmId: number) =>
  server.server.world.pool.all(
    q
      .selectFrom('message')
      .select(['id', 'ordinal', 'content'])
      .where('realm_id', '=', realmId)
      .orderBy('id'),
  );

test('letters of several organizations go together, each in the order of its own log', async () => {
  const { pool } = server.server.world;
  const headOf = async ({ realmId }: Place): Promise<number> =>
    (await pool.first(q.selectFrom('realm_head').select('head').where('realm_id', '=', realmId)))?.head ?? 0;
  const before = [await headOf(here), await headOf(there)] as const;
  const letters = [addressed(there, 'a'), addressed(here, 'b'), addressed(there, 'c'), addressed(there, 'd')];
  const ids = await storeLetters(pool, systemClock)(letters);
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
      const start = performance.now();
      const problem: unknown = await storeLetters(
        pool,
        systemClock,
      )([addressed(here, 'x'), addressed(there, 'y')]).catch((error: unknown) => error);
      expect(isHeldUp(problem)).toBe(true);
      expect(performance.now() - start).toBeLessThan(800);
      expect(await storeLetters(pool, systemClock)([addressed(here, 'alone')])).toHaveLength(1);
    } finally {
      await holder.query('rollback');
      holder.release();
    }
  },
);

test('what was written to a public channel is not stored once it is private: its listeners must not hear it', async () => {
  const { pool } = server.server.world;
  const { realmId, letter } = addressed(here, 'for all who listen');
  const heard: Letter = {
    ...letter,
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
  const problem: unknown = await storeLetters(
    pool,
    systemClock,
  )([{ realmId, letter: heard }]).catch((error: unknown) => error);
  expect(isOutdated(problem)).toBe(true);
  expect(await storeLetters(pool, systemClock)([{ realmId, letter }])).toHaveLength(1);
  await setPrivate(false);
  expect(await storeLetters(pool, systemClock)([{ realmId, letter: heard }])).toHaveLength(1);
});
