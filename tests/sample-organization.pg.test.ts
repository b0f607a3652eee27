import { registerQueue } from '@parley/contract/endpoints/queues.ts';
import { sql } from '@parley/server/engine/db/sql.ts';
import { startTestServer, type TestServer } from '@parley/test-support/harness.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Cast } from '../tools/demo/cast.ts';
import { allConversations } from '../tools/demo/conversations/all.ts';
import { timelineOf } from '../tools/demo/history/timeline.ts';
import { fillOrganization } from '../tools/demo/organization.ts';

const NOW = Date.parse('2026-03-17T08:42:00Z');

let here: TestServer;
let cast: Cast;

beforeAll(async () => {
  here = await startTestServer();
  cast = await fillOrganization(here.server, {
    now: NOW,
    password: 'a password for everyone',
    realmId: here.realmId,
  });
});
afterAll(() => here.stop());

test('the sample organization has a thousand messages, and their ids grow with time', async () => {
  const rows = await here.server.world.pool.all(
    sql<{ sent_at: Date }>`select sent_at from message where realm_id = ${cast.realmId} order by id`,
  );
  const times = rows.map(({ sent_at }) => sent_at.getTime());
  expect(times.length).toBeGreaterThan(1_000);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(times.at(-1)).toBeLessThanOrEqual(NOW);
});

test('the owner has the unread messages of the inbox', async () => {
  const { unread_msgs } = await cast.as('Iris').call(registerQueue, {});
  expect(unread_msgs?.count).toBe(14);
  expect(
    unread_msgs?.streams.map(({ topic, unread_message_ids }) => [topic, unread_message_ids.length]),
  ).toEqual([
    ['mirror cover', 6],
    ['night plan', 3],
    ['rollback of the calibration tables to the state of Friday', 3],
  ]);
  expect(unread_msgs?.mentions).toHaveLength(2);
});

test('the timeline is the same for the same time', () => {
  expect(timelineOf(allConversations(), NOW)).toEqual(timelineOf(allConversations(), NOW));
});
