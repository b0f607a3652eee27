import { roles } from '@parley/contract/rights/roles.ts';
import { createConnection, type Connection } from '@parley/client/connection.ts';
import { updatePresence } from '@parley/contract/endpoints/presence.ts';
import { getEvents, registerQueue } from '@parley/contract/endpoints/queues.ts';
import type { Presence } from '@parley/contract/objects/presence.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../../engine/clock.ts';
import { sql } from '../../engine/db/sql.ts';
import { createPresenceStore } from './store.ts';
import { OFFLINE_MS } from './times.ts';
import { startServer, type RunningServer } from '../../app/start.ts';
import { startTestServer, type TestUser, type TestServer } from '@parley/test-support/harness.ts';
import { checkWire } from '@parley/test-support/check-wire.ts';
import { fetchAt } from '@parley/test-support/fetch-at.ts';

let server: TestServer;
let nodes: [RunningServer, RunningServer];
let shift = 0;
let realmCount = 0;
let host: string;
let realmId: number;
let ada: TestUser;
let grace: TestUser;

/** The real time plus an offset that tests increase. */
const clock = { ...systemClock, now: () => Date.now() + shift };

function now(): number {
  return Math.floor(clock.now() / 1000);
}

function later(seconds: number): void {
  shift += seconds * 1000;
}

beforeAll(async () => {
  server = await startTestServer();
  const { config } = server.server.world;
  nodes = [await startServer(config, { clock }), await startServer(config, { clock })];
});
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.stop()));
  await server.stop();
});
beforeEach(async () => {
  shift = 0;
  realmCount += 1;
  const subdomain = `presence${realmCount}`;
  realmId = await server.realm(subdomain);
  host = `${subdomain}.parley.test`;
  ada = await server.user({ realmId, host, fullName: 'Ada', role: roles.owner, emailVisibility: 1 });
  grace = await server.user({ realmId, host, fullName: 'Grace', emailVisibility: 1 });
});

function at({ email, apiKey }: TestUser, node = 0): Connection {
  return createConnection({
    url: nodes[node]?.url ?? '',
    credentials: { email, apiKey },
    onAnswer: checkWire,
    fetch: fetchAt(host),
  });
}

type ReportOptions = { status?: 'active' | 'idle'; last_update_id?: number; history_limit_days?: number };

async function report(user: TestUser, options: ReportOptions = {}, node = 0) {
  const answer = await at(user, node).call(updatePresence, {
    status: 'active',
    last_update_id: -1,
    ...options,
  });
  return {
    id: answer.presence_last_update_id ?? Number.NaN,
    presences: answer.presences as Record<string, Presence>,
  };
}

test('update ids increase by one with every change, and a request returns the changes since', async () => {
  const first = await report(ada);
  expect(first.id).toBe(1);
  const second = await report(grace, { last_update_id: first.id });
  expect(second.id).toBe(2);
  expect(Object.keys(second.presences)).toEqual([String(grace.id)]);
  expect(await report(ada, { last_update_id: 2 })).toEqual({ id: 2, presences: {} });
  later(120);
  const third = await report(ada, { last_update_id: 2, status: 'idle' });
  expect(third.id).toBe(3);
  expect(third.presences[ada.id]?.idle_timestamp).toBeGreaterThan(now() - 5);
  expect(third.presences[ada.id]?.active_timestamp).toBeLessThan(now() - 110);
});

test('a report is stored only after more than the min interval', async () => {
  await report(ada);
  const row = () =>
    server.server.world.pool.first(
      sql<{ idle_at: Date }>`select idle_at from presence where realm_id = ${realmId}`,
    );
  const note = async (milliseconds: number) => {
    const seconds = milliseconds / 1000;
    await server.server.world.pool.all(
      sql`select note_presence(array[${realmId}]::bigint[], array[${ada.id}]::bigint[],
            array[${seconds}]::float8[], array[null]::float8[], 55)`,
    );
  };
  const last = (await row())?.idle_at.getTime() ?? 0;
  await note(last + 55_000);
  expect(await row()).toEqual({ idle_at: new Date(last) });
  await note(last + 55_010);
  expect(await row()).toEqual({ idle_at: new Date(last + 55_010) });
  await note(last);
  expect(await row()).toEqual({ idle_at: new Date(last + 55_010) });
});

test('a user who stays is told every two minutes, often enough to look online, and at once after an absence', async () => {
  const users: TestUser[] = [grace];
  for (let i = 0; i < 9; i += 1) users.push(await server.user({ realmId, host }));
  const known = new Map<string, Presence>();
  let last = -1;
  let told = 0;
  const ask = async (): Promise<void> => {
    const { id, presences } = await report(ada, { last_update_id: last, status: 'idle' });
    for (const [user, times] of Object.entries(presences)) {
      known.set(user, times);
      if (user !== String(ada.id)) told += 1;
    }
    last = id;
  };
  const minutes = 30;
  const ages: number[] = [];
  for (let minute = 0; minute < minutes; minute += 1) {
    if (minute > 0)
      ages.push(...users.map(({ id }) => now() - (known.get(String(id))?.active_timestamp ?? 0)));
    for (const user of users) await report(user);
    await ask();
    later(61);
  }
  expect(told).toBeLessThan((users.length * minutes) / 1.8);
  expect(Math.max(...ages)).toBeLessThan(OFFLINE_MS / 1000 - 50);
  later(120);
  await report(grace);
  await ask();
  expect(known.get(String(grace.id))?.active_timestamp).toBeGreaterThan(now() - 5);
});

test('concurrent reports on two nodes get consecutive update ids, and no change is missed', async () => {
  const users: TestUser[] = [];
  for (let i = 0; i < 12; i += 1) users.push(await server.user({ realmId, host }));
  const watched = new Map<string, Presence>();
  let last = -1;
  let done = false;
  const watch = async (): Promise<void> => {
    while (!done) {
      const { id, presences } = await report(ada, { last_update_id: last, status: 'idle' });
      for (const [user, times] of Object.entries(presences)) watched.set(user, times);
      last = id;
    }
  };
  const watching = watch();
  for (let round = 0; round < 5; round += 1) {
    await Promise.all(users.flatMap((user) => [report(user, {}, 0), report(user, {}, 1)]));
    later(120);
  }
  done = true;
  await watching;
  const { id, presences } = await report(ada, { last_update_id: last });
  for (const [user, times] of Object.entries(presences)) watched.set(user, times);
  const rows = await server.server.world.pool.all(
    sql<{ update_id: number }>`select update_id from presence where realm_id = ${realmId}`,
  );
  expect(new Set(rows.map((row) => row.update_id)).size).toBe(13);
  expect(Math.max(...rows.map((row) => row.update_id))).toBe(id);
  expect(Object.fromEntries(watched)).toEqual((await report(ada)).presences);
});

test('concurrent writers get consecutive update ids', async () => {
  const { pool } = server.server.world;
  const store = createPresenceStore(pool);
  const users = [ada, grace];
  for (let i = 0; i < 6; i += 1) users.push(await server.user({ realmId, host }));
  const write = async (userId: number): Promise<void> => {
    for (let n = 1; n <= 20; n += 1) {
      const time = clock.now() + n * 120_000;
      await store.note([{ realmId, userId, idleAt: time, activeAt: time }]);
    }
  };
  await Promise.all(users.map(({ id }) => write(id)));
  const head = await pool.first(
    sql<{ last_id: number }>`select last_id from presence_head where realm_id = ${realmId}`,
  );
  expect(head?.last_id).toBe(users.length * 20);
});

async function listenForPresence(user: TestUser, capable: boolean, slim = false) {
  const connection = at(user);
  const queue = await connection.call(registerQueue, {
    event_types: ['presence'],
    slim_presence: slim,
    client_capabilities: { notification_settings_null: true, simplified_presence_events: capable },
  });
  let last = queue.last_event_id ?? -1;
  return async () => {
    const { events } = await connection.call(getEvents, {
      queue_id: queue.queue_id ?? '',
      last_event_id: last,
      dont_block: true,
    });
    last = events.at(-1)?.id ?? last;
    return events.map(({ id: _id, ...event }) => event);
  };
}

test('organizations with more than a hundred users publish no presence events', async () => {
  const received = await listenForPresence(ada, true);
  await server.server.world.pool.all(
    sql`insert into realm_user (realm_id, delivery_email, full_name, role, key_hash, key_sealed)
        select ${realmId}, 'crowd' || n || '@example.com', 'Crowd ' || n, 400,
               decode(md5(${realmId} || 'k' || n), 'hex'), '' from generate_series(1, 98) as n`,
  );
  await report(grace);
  expect(await received()).toHaveLength(1);
  await server.user({ realmId, host });
  later(200);
  await report(grace);
  expect(await received()).toEqual([]);
});
