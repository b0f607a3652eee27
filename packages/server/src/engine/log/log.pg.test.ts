import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../clock.ts';
import { readConfig } from '../config.ts';
import { createPool, type Pool } from '../db/pool.ts';
import { isUnavailable } from '../db/errors.ts';
import { q, sql } from '../db/sql.ts';
import { createWrite, type Write } from '../db/tx.ts';
import { createUserWithKey } from '../../organization/users/create-user.ts';
import type { UserRow } from '../../http/actor.ts';
import { createRealm } from '../../organization/realm/create-realm.ts';
import { createSealer } from '../secrets/seal.ts';
import { until } from '@parley/test-support/eventually.ts';
import { createTestDatabase } from '@parley/test-support/database.ts';
import { startOwnPostgres, type OwnPostgres } from '@parley/test-support/own-postgres.ts';
import { only } from './audience.ts';
import { createLogStore } from './store.ts';

const SECRET = 'a secret that is long enough to be one';
const WRITERS = 16;
const FAULTS = 14;

let postgres: OwnPostgres;
let pool: Pool;
let write: Write;
let realmId: number;
let user: UserRow;

beforeAll(async () => {
  postgres = await startOwnPostgres();
  const database = await createTestDatabase(postgres.url);
  pool = createPool({ url: database.url, connections: WRITERS + 4 }, () => {});
  write = createWrite(pool, () => {}, systemClock);
  realmId = await createRealm(pool, { subdomain: '', name: 'Root' });
  ({ user } = await write(realmId, (tx) =>
    createUserWithKey(
      tx,
      { config: readConfig({ PARLEY_SECRET: SECRET }), sealer: createSealer(SECRET), clock: systemClock },
      { email: 'ada@example.com', fullName: 'Ada', role: 100 },
    ),
  ));
});
afterAll(async () => {
  await pool.end();
  await postgres.remove();
});

/** A change of state with its event. */
function change(name: string): Promise<void> {
  return write(realmId, async (tx) => {
    const view = { fragment: name, is_pinned: true, name: null };
    await tx.all(q.insertInto('navigation_view').values({ realm_id: realmId, user_id: user.id, ...view }));
    tx.emit(only(user.id), { type: 'navigation_view', op: 'add', navigation_view: view });
  });
}

async function untilAvailable<T>(query: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await query();
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

test(`[L1–L4] ${WRITERS} writers, terminated backends and crashes: no gap, no repeat, no event without its change`, async () => {
  const store = createLogStore(pool);
  const start = (await store.heads([realmId])).get(realmId) ?? 0;
  let over = false;
  const acknowledged: string[] = [];
  let uncertain = 0;
  const writer = async (number: number): Promise<void> => {
    for (let i = 0; !over; i += 1) {
      const name = `view-${number}-${i}`;
      try {
        await change(name);
        acknowledged.push(name);
      } catch (error) {
        if (!isUnavailable(error)) throw error;
        uncertain += 1;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }
  };

  const seen: number[] = [];
  const reader = async (): Promise<void> => {
    let position = start;
    while (!over) {
      const entries = await untilAvailable(() => store.after(realmId, position, 500));
      for (const entry of entries) {
        expect(entry.position).toBe(position + 1);
        position = entry.position;
        seen.push(position);
      }
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };

  const untilAcknowledged = async (more: number): Promise<void> => {
    const before = acknowledged.length;
    await until(() => acknowledged.length >= before + more);
  };
  const nemesis = async (): Promise<void> => {
    for (let fault = 1; fault <= FAULTS; fault += 1) {
      await untilAcknowledged(20);
      if (fault % 6 === 0) await postgres.crashAndRestart();
      else
        await untilAvailable(() =>
          pool.all(sql`
              select pg_terminate_backend(pid) from pg_stat_activity
              where pid <> pg_backend_pid() and usename = current_user and datname = current_database()
              and pid % 3 = ${fault % 3}`),
        );
    }
    await untilAcknowledged(100);
    await until(() => seen.length > 100);
    over = true;
  };
  await Promise.all([...Array.from({ length: WRITERS }, (_, n) => writer(n)), reader(), nemesis()]);

  const rows = await untilAvailable(() =>
    pool.all(sql<{ position: number; event: string }>`
        select position, event from log_entry
        where realm_id = ${realmId} and position > ${start} order by position`),
  );
  const views = await pool.all(q.selectFrom('navigation_view').select('fragment').orderBy('fragment'));
  const stored = views.map((view) => view.fragment);
  const logged = rows.map(
    (row) => (JSON.parse(row.event) as { navigation_view: { fragment: string } }).navigation_view.fragment,
  );

  expect(rows.map((row) => row.position)).toEqual(rows.map((_, index) => start + 1 + index));
  expect((await store.heads([realmId])).get(realmId)).toBe(start + rows.length);
  expect(logged.toSorted()).toEqual(stored.toSorted());
  expect(new Set(logged).size).toBe(logged.length);
  const present = new Set(stored);
  expect(acknowledged.filter((name) => !present.has(name))).toEqual([]);
  expect(stored.length - acknowledged.length).toBeLessThanOrEqual(uncertain);
  expect(acknowledged.length).toBeGreaterThan(200);
  expect(seen.length).toBeGreaterThan(100);
});

test('[L4] a transaction that fails leaves neither change nor event', async () => {
  const head = async (): Promise<number | undefined> =>
    (await createLogStore(pool).heads([realmId])).get(realmId);
  const before = await head();
  await expect(
    write(realmId, async (tx) => {
      tx.emit(only(user.id), { type: 'navigation_view', op: 'remove', fragment: 'x' });
      await tx.all(sql`select 1/0`);
    }),
  ).rejects.toThrow('division by zero');
  await expect(
    write(realmId, async (tx) => {
      await tx.all(
        q
          .insertInto('navigation_view')
          .values({ realm_id: realmId, user_id: user.id, fragment: 'half', is_pinned: true, name: null }),
      );
      tx.emit(only(user.id), { type: 'navigation_view', op: 'remove', fragment: 'x' });
      throw new Error('changed my mind');
    }),
  ).rejects.toThrow('changed my mind');
  expect(await head()).toBe(before);
  expect(
    await pool.all(q.selectFrom('navigation_view').select('fragment').where('fragment', '=', 'half')),
  ).toEqual([]);
});

test('[L3] a statement at a position sees the position of its event', async () => {
  await write(realmId, async (tx) => {
    tx.emit(only(user.id), { type: 'navigation_view', op: 'remove', fragment: 'a' });
    const second = tx.emit(only(user.id), { type: 'navigation_view', op: 'remove', fragment: 'b' });
    tx.atPosition(
      (position) => sql`insert into user_role (realm_id, user_id, from_position, role)
        values (${realmId}, ${user.id}, ${position(second)}, 200)`,
    );
  });
  const head = (await createLogStore(pool).heads([realmId])).get(realmId);
  const rows = await pool.all(
    q.selectFrom('user_role').select(['from_position', 'role']).where('role', '=', 200),
  );
  expect(rows).toEqual([{ from_position: head, role: 200 }]);
});
