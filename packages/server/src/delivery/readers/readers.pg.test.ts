import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '@parley/test-support/database.ts';
import { eventually } from '@parley/test-support/eventually.ts';
import { createLocalBus, type Bus } from '../../engine/bus/bus.ts';
import { systemClock, type Clock } from '../../engine/clock.ts';
import { createPool, type Pool } from '../../engine/db/pool.ts';
import { sql } from '../../engine/db/sql.ts';
import { createWrite, type Write } from '../../engine/db/tx.ts';
import { only } from '../../engine/log/audience.ts';
import type { LogEntry } from '../../engine/log/entry.ts';
import { createRealm } from '../../organization/realm/create-realm.ts';
import type {
  DeliveryOutcome,
  HeldReader,
  OrganizationReader,
  ReadResult,
  RecipientReader,
} from './kinds.ts';
import { progressOf } from './find-due.ts';
import { readLag } from './lag.ts';
import {
  createOrganizationReader,
  createReader,
  deleteReader,
  pauseReader,
  PositionNotKeptError,
  replayReader,
  resumeReader,
  stateOf,
} from './operations.ts';
import { ReaderRunner, SEARCH_MS, type ReaderRunnerParts } from './runner.ts';

let database: TestDatabase;
let pool: Pool;
let bus: Bus;
let write: Write;
let realmId: number;
let realms = 0;
let runners: ReaderRunner[] = [];
let failures: string[] = [];
let clock: TestClock;

/** The system's clock, except for what a test takes over. */
type TestClock = Clock & {
  /** False: no search for work begins any more. */
  isSearching: boolean;
  /** Monotonic time, once a test stops it. */
  stoppedAt?: number;
  /** Delays that were asked for, in milliseconds. */
  readonly delays: number[];
};

function createTestClock(): TestClock {
  const made: TestClock = {
    ...systemClock,
    isSearching: true,
    delays: [],
    monotonic: () => made.stoppedAt ?? systemClock.monotonic(),
    after: (milliseconds, callback) => {
      made.delays.push(milliseconds);
      return systemClock.after(milliseconds, () => {
        if (made.isSearching || milliseconds !== SEARCH_MS) callback();
      });
    },
  };
  return made;
}

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool({ url: database.url, connections: 20 }, () => {});
  await pool.all(sql`create table done (realm_id bigint, position bigint, runner text, number bigserial)`);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});
beforeEach(async () => {
  bus = createLocalBus();
  clock = createTestClock();
  write = createWrite(pool, bus.wakeUp.bind(bus), systemClock);
  realmId = await newRealm();
  failures = [];
});
afterEach(async () => {
  await Promise.all(runners.map((runner) => runner.stop()));
  runners = [];
  await pool.all(sql`truncate log_reader, done`);
});

function newRealm(): Promise<number> {
  realms += 1;
  return createRealm(pool, { subdomain: `readers-${realms}`, name: 'Readers' });
}

function run(
  organizations: readonly OrganizationReader[],
  recipients: readonly RecipientReader[] = [],
): ReaderRunner {
  const runner = new ReaderRunner(partsOf(organizations, recipients));
  runners.push(runner);
  return runner;
}

function partsOf(
  organizations: readonly OrganizationReader[],
  recipients: readonly RecipientReader[],
): ReaderRunnerParts {
  return {
    pool,
    write,
    onWakeUp: (listener) => {
      bus.onWakeUp(listener);
    },
    clock,
    random: () => 0.5,
    organizations,
    recipients,
    warn: (error) => failures.push(String(error)),
    onFailure: (_key, error) => failures.push(error instanceof Error ? error.message : String(error)),
  };
}

/** Adds one entry for user n to the log; returns its position. */
async function add(user = 1, realm = realmId): Promise<number> {
  const view = { fragment: `view-${user}`, is_pinned: true, name: null };
  const placed = await write(realm, async (tx) => {
    const index = tx.emit(only(user), { type: 'navigation_view', op: 'add', navigation_view: view });
    return () => tx.placed(index);
  });
  return placed();
}

async function addMany(count: number, user = 1, realm = realmId): Promise<number[]> {
  const view = { fragment: 'x', is_pinned: true, name: null };
  const placed = await write(realm, async (tx) => {
    const indexes = Array.from({ length: count }, () =>
      tx.emit(only(user), { type: 'navigation_view', op: 'add', navigation_view: view }),
    );
    return () => indexes.map((index) => tx.placed(index));
  });
  return placed();
}

const NOTHING_RAISED: ReadResult = { concerns: [], isUrgent: false };

/** Writes down every entry that it reads. */
function recorder(name = 'a', more: Partial<OrganizationReader> = {}): OrganizationReader {
  return {
    kind: 'record',
    maxEntries: 7,
    start: 'oldest',
    read: async (tx, entries) => {
      for (const { position } of entries)
        await tx.all(sql`insert into done values (${tx.realmId}, ${position}, ${name})`);
      return NOTHING_RAISED;
    },
    ...more,
  };
}

async function done(realm = realmId): Promise<number[]> {
  const rows = await pool.all(
    sql<{ position: number }>`select position from done where realm_id = ${realm} order by number`,
  );
  return rows.map(({ position }) => position);
}

/** Every entry concerns the recipient with the id of its user. */
const matcher: OrganizationReader = {
  kind: 'match',
  maxEntries: 100,
  start: 'on request',
  read: async (_tx, entries) => ({
    concerns: entries.flatMap((entry) =>
      usersOf(entry).map((id) => ({ kind: 'box', id, first: entry.position, last: entry.position })),
    ),
    isUrgent: true,
  }),
};

function usersOf(entry: LogEntry): readonly number[] {
  return entry.kind === 'event' && entry.audience.kind === 'users' ? entry.audience.ids : [];
}

type Box = RecipientReader & { readonly received: number[]; readonly attempts: number[] };

/** A recipient that answers as it is told; by default it accepts everything. */
function box(
  answer: (reader: HeldReader, position: number, signal: AbortSignal) => Promise<boolean> = async () => true,
  more: Partial<RecipientReader> = {},
): Box {
  const received: number[] = [];
  const attempts: number[] = [];
  const deliver = async (
    reader: HeldReader,
    entries: readonly LogEntry[],
    signal: AbortSignal,
  ): Promise<DeliveryOutcome> => {
    let { position } = reader;
    for (const entry of entries) {
      if (usersOf(entry).includes(reader.id)) {
        attempts.push(entry.position);
        if (!(await answer(reader, entry.position, signal)))
          return { state: 'failed', position, error: `refused ${entry.position}` };
        received.push(entry.position);
      }
      position = entry.position;
    }
    return { state: 'done', position };
  };
  const retries = { firstSeconds: 0.05, maxSeconds: 0.2, giveUpSeconds: 86_400 };
  return {
    kind: 'box',
    maxEntries: 10,
    retries,
    deliver,
    onPause: async () => {},
    received,
    attempts,
    ...more,
  };
}

async function addBox(id = 1, realm = realmId): Promise<void> {
  await write(realm, async (tx) => {
    await createOrganizationReader(tx, 'match');
    await createReader(tx, 'box', id);
  });
}

const keyOf = (id = 1, realm = realmId) => ({ realmId: realm, kind: 'box', id });

async function positionOf(kind: string, id: number, realm = realmId): Promise<number | undefined> {
  const row = await pool.first(
    sql<{ position: number }>`
      select position from log_reader where realm_id = ${realm} and kind = ${kind} and id = ${id}`,
  );
  return row?.position;
}

/** Ends leases and backoffs, as passing time would. */
async function makeAllDue(): Promise<void> {
  await pool.all(sql`update log_reader set due_at = now() where due_at > now()`);
}

test('[DR2] four runners read an organization’s log: each entry takes effect once and in order', async () => {
  const names = ['a', 'b', 'c', 'd'];
  for (const name of names) run([recorder(name)]);
  const positions: number[] = [];
  for (let n = 0; n < 60; n += 1) positions.push(await add(), ...(await addMany(3)));
  await eventually(async () => expect(await done()).toEqual(positions));
  expect(await positionOf('record', 0)).toBe(positions.at(-1));
});

test('[DR3] two runners never hold the reader of a recipient at the same time', async () => {
  await addBox();
  let holders = 0;
  let mostHolders = 0;
  const slow = async (): Promise<boolean> => {
    holders += 1;
    mostHolders = Math.max(mostHolders, holders);
    await pause(5);
    holders -= 1;
    return true;
  };
  const boxes = [box(slow, { maxEntries: 2 }), box(slow, { maxEntries: 2 })];
  for (const one of boxes) run([matcher], [one]);
  const positions: number[] = [];
  for (let n = 0; n < 40; n += 1) positions.push(await add());
  const all = (): number[] => boxes.flatMap(({ received }) => received).toSorted((a, b) => a - b);
  await eventually(() => expect(all()).toEqual(positions));
  expect(mostHolders).toBe(1);
});

test('[DR5] a transaction that fails in the middle of a batch leaves no effect, and the batch is read again', async () => {
  const positions = await addMany(5);
  let attempts = 0;
  const broken = recorder('a', {
    read: async (tx, entries) => {
      if (tx.realmId !== realmId) return NOTHING_RAISED;
      attempts += 1;
      await recorder().read(tx, entries.slice(0, 2));
      if (attempts === 1) throw new Error('a fault in the middle');
      return recorder().read(tx, entries.slice(2));
    },
  });
  run([broken]);
  await eventually(async () => expect(await done()).toEqual(positions));
  expect(attempts).toBe(2);
  expect(failures).toEqual(['a fault in the middle']);
});

test('[DR5] the backend of a reading node is terminated: another node continues, nothing is skipped or repeated', async () => {
  const positions = await addMany(5);
  let stopped = false;
  const killed = recorder('a', {
    read: async (tx, entries) => {
      const result = await recorder('a').read(tx, entries);
      if (!stopped) {
        stopped = true;
        await pool.all(
          sql`select pg_terminate_backend(pid) from pg_stat_activity
            where state = 'idle in transaction' and datname = current_database()`,
        );
      }
      return result;
    },
  });
  run([killed]);
  await eventually(() => expect(stopped).toBe(true));
  run([recorder('b')]);
  await eventually(async () => expect(await done()).toEqual(positions));
});

test('[DR3, DR5] after a node hangs, another one takes the reader when the lease ends, and the first moves no cursor', async () => {
  await addBox();
  let letGo = (_isAccepted: boolean): void => {};
  const hanging = box(() => new Promise((resolve) => (letGo = resolve)));
  run([matcher], [hanging]);
  const position = await add();
  await eventually(() => expect(hanging.attempts).toEqual([position]));
  const next = box();
  run([matcher], [next]);
  const later = await add();
  await pause(1_500);
  expect(next.received).toEqual([]);
  await makeAllDue();
  await eventually(() => expect(next.received).toEqual([position, later]));
  const moved = { state: 'running', position: later };
  await eventually(async () => expect(await stateOf(pool, keyOf())).toEqual(moved));
  letGo(false);
  await pause(100);
  expect(await stateOf(pool, keyOf())).toEqual(moved);
});

test('[DR4] the recipient gets every entry in order, and the failed one again', async () => {
  await addBox();
  let refusals = 3;
  const flaky = box(async (_reader, position) => !(position % 3 === 0 && refusals-- > 0));
  run([matcher], [flaky]);
  const positions = await addMany(12);
  await eventually(() => expect(flaky.received).toEqual(positions));
  expect(flaky.attempts.length).toBe(positions.length + 3);
  const last = { state: 'running', position: positions.at(-1) };
  await eventually(async () => expect(await stateOf(pool, keyOf())).toEqual(last));
});

test('[DR6] pauses between attempts grow, and the state says why', async () => {
  await addBox();
  const refusing = box(async () => false, {
    retries: { firstSeconds: 3_600, maxSeconds: 7_200, giveUpSeconds: 86_400 },
  });
  run([matcher], [refusing]);
  const position = await add();
  await eventually(async () => expect((await stateOf(pool, keyOf()))?.state).toBe('failing'));
  const first = await stateOf(pool, keyOf());
  expect(first).toMatchObject({ position: position - 1, error: `refused ${position}` });
  const wait = first?.state === 'failing' ? (first.nextAt.getTime() - Date.now()) / 1_000 : 0;
  expect(wait).toBeGreaterThan(1_790);
  expect(wait).toBeLessThan(3_601);
  await makeAllDue();
  await eventually(() => expect(refusing.attempts.length).toBe(2));
});

test('[DR7, DR8] a reader that fails for a day is paused and its owner told once; resumed, it continues where it was', async () => {
  await addBox();
  const told: string[] = [];
  let accepts = false;
  const down = box(async () => accepts, {
    onPause: async (tx, { id }, error) => {
      await tx.first(sql`select 1`);
      told.push(`${id}: ${error}`);
    },
  });
  run([matcher], [down]);
  const position = await add();
  await eventually(async () => expect((await stateOf(pool, keyOf()))?.state).toBe('failing'));
  await pool.all(sql`update log_reader set failing_since = now() - interval '25 hours' where id = 1`);
  await eventually(async () => expect((await stateOf(pool, keyOf()))?.state).toBe('paused'));
  expect(told).toEqual([`1: refused ${position}`]);
  const attempts = down.attempts.length;
  const later = await add();
  await makeAllDue();
  await pause(1_200);
  expect(down.attempts.length).toBe(attempts);
  expect((await readLag(pool)).find(({ kind }) => kind === 'box')).toMatchObject({ paused: 1 });
  accepts = true;
  await write(realmId, (tx) => resumeReader(tx, 'box', 1));
  await eventually(() => expect(down.received).toEqual([position, later]));
});

test('[DR8] a reader that its owner pauses keeps its place', async () => {
  await addBox();
  const one = box();
  run([matcher], [one]);
  const before = await add();
  await eventually(() => expect(one.received).toEqual([before]));
  await write(realmId, (tx) => pauseReader(tx, 'box', 1));
  await add(2);
  const during = await add();
  await pause(1_200);
  expect(one.received).toEqual([before]);
  await write(realmId, (tx) => resumeReader(tx, 'box', 1));
  await eventually(() => expect(one.received).toEqual([before, during]));
});

test('[DR9] a replay delivers everything after a position that is still in the log', async () => {
  const first = await add();
  await addBox();
  const one = box();
  run([matcher], [one]);
  const positions = [await add(), await add()];
  await eventually(() => expect(one.received).toEqual(positions));
  await write(realmId, (tx) => replayReader(tx, 'box', 1, first - 1));
  await eventually(() => expect(one.received).toEqual([...positions, first, ...positions]));
  await pool.all(sql`delete from log_entry where realm_id = ${realmId} and position <= ${positions[0] ?? 0}`);
  await expect(write(realmId, (tx) => replayReader(tx, 'box', 1, first - 1))).rejects.toThrow(
    PositionNotKeptError,
  );
  await write(realmId, (tx) => replayReader(tx, 'box', 1, positions[0] ?? 0));
  await eventually(() => expect(one.received.slice(-2)).toEqual([positions[1], positions[1]]));
});

test('[DR10] a reader at rest jumps over the entries that do not concern it', async () => {
  await addBox();
  const read: number[] = [];
  const one = box();
  run(
    [matcher],
    [
      {
        ...one,
        deliver: (reader, entries, signal) => {
          read.push(...entries.map(({ position }) => position));
          return one.deliver(reader, entries, signal);
        },
      },
    ],
  );
  await addMany(50, 2);
  const position = await add();
  await addMany(50, 2);
  await eventually(() => expect(read).toEqual([position]));
});

test('[DR11] without wake-ups a search finds the entry', async () => {
  await addBox();
  const one = box();
  const silent = createLocalBus();
  bus = silent;
  run([matcher], [one]);
  write = createWrite(pool, () => {}, systemClock);
  const position = await add();
  await eventually(() => expect(one.received).toEqual([position]));
});

test('[DR11] a wake-up delivers an entry without a search', async () => {
  await addBox();
  const one = box();
  run([matcher], [one]);
  await add();
  await eventually(() => expect(one.received.length).toBe(1));
  clock.isSearching = false;
  for (let n = 2; n < 9; n += 1) {
    await add();
    await eventually(() => expect(one.received.length).toBe(n));
  }
});

test('[DR11] the readers of a busy organization rest after a turn and read many entries in the next', async () => {
  const sizes: number[] = [];
  const slow = recorder('slow', {
    maxEntries: 100,
    read: async (tx, entries) => {
      if (tx.realmId !== realmId) return NOTHING_RAISED;
      sizes.push(entries.length);
      clock.stoppedAt = (clock.stoppedAt ?? 0) + 30;
      return NOTHING_RAISED;
    },
  });
  clock.stoppedAt = 0;
  run([slow]);
  await add();
  await eventually(() => expect(sizes).toEqual([1]));
  clock.isSearching = false;
  clock.delays.length = 0;
  await addMany(19);
  await eventually(() => expect(sizes).toEqual([1, 19]));
  // Ten times the 30 milliseconds of its turn.
  expect(clock.delays).toContain(300);
});

test('[DR11] searches leave out the organizations after searches that found nothing, until an unknown one wakes up', async () => {
  const searches: string[] = [];
  const all: Pool['all'] = (query, name) => {
    if (typeof name === 'string') searches.push(name);
    return pool.all(query, name);
  };
  let next: (() => void) | undefined;
  clock.after = (milliseconds, callback) => {
    if (milliseconds !== SEARCH_MS) return systemClock.after(milliseconds, callback);
    next = callback;
    return () => {};
  };
  const search = async () => {
    const run = next;
    next = undefined;
    run?.();
    await eventually(() => expect(next).toBeDefined());
  };
  const looks = (wanted = 'progress-of-readers') => {
    const indexes: number[] = [];
    let index = -1;
    for (const name of searches)
      if (name === 'find-due-recipients') index += 1;
      else if (name === wanted) indexes.push(index);
    return indexes;
  };
  runners.push(new ReaderRunner({ ...partsOf([matcher], []), pool: { ...pool, all } }));
  for (let n = 0; n <= 15; n += 1) await search();
  expect(looks()).toEqual([0, 2, 6, 14]);
  // Where no entry was added since, a look only compares the progress of all.
  expect(looks('find-due-organizations')).toEqual([0]);
  await add();
  await search();
  expect(looks()).toEqual([0, 2, 6, 14, 16]);
  expect(looks('find-due-organizations')).toEqual([0, 16]);
});

test('[DR11] the progress of readers changes with entries, steps, pauses and new readers, and is unknown while one waits', async () => {
  await pool.all(
    sql`insert into log_reader (realm_id, kind, id, position) values (${realmId}, 'matcher', 0, 0)`,
  );
  const seen = [await progressOf(pool)];
  expect(await progressOf(pool)).toBe(seen[0]);
  await add();
  seen.push(await progressOf(pool));
  await pool.all(sql`update log_reader set position = 1`);
  seen.push(await progressOf(pool));
  await pool.all(sql`update log_reader set paused_at = now()`);
  seen.push(await progressOf(pool));
  await pool.all(
    sql`insert into log_reader (realm_id, kind, id, position) values (${realmId}, 'other', 0, 0)`,
  );
  seen.push(await progressOf(pool));
  expect(new Set(seen).size).toBe(5);
  expect(seen).not.toContain(undefined);
  await pool.all(sql`update log_reader set due_at = now() + interval '1 minute' where kind = 'other'`);
  expect(await progressOf(pool)).toBeUndefined();
});

test('[DR11] a reader rests 250 ms after a turn, unless the turn was urgent', async () => {
  clock.stoppedAt = 0;
  for (const isUrgent of [false, true]) {
    const sizes: number[] = [];
    const one = recorder('one', {
      kind: `urgent ${isUrgent}`,
      read: async (tx, entries) => {
        if (tx.realmId === realmId) sizes.push(entries.length);
        return { concerns: [], isUrgent };
      },
    });
    clock.isSearching = true;
    const runner = run([one]);
    await add();
    await eventually(() => expect(sizes.length).toBeGreaterThan(0));
    clock.isSearching = false;
    clock.delays.length = 0;
    const before = sizes.length;
    await add();
    await eventually(() => expect(sizes.length).toBeGreaterThan(before));
    expect(clock.delays).toContain(isUrgent ? 20 : 250);
    await runner.stop();
  }
});

test('[DR12] readers pass the gap of positions between epochs', async () => {
  await addBox();
  const one = box();
  run([matcher, recorder()], [one]);
  const before = await add();
  await eventually(async () => expect([one.received, await done()]).toEqual([[before], [before]]));
  await pool.all(sql`update realm_head set head = head + 5000000 where realm_id = ${realmId}`);
  const after = await add();
  expect(after).toBeGreaterThan(5_000_000);
  await eventually(async () =>
    expect([one.received, await done()]).toEqual([
      [before, after],
      [before, after],
    ]),
  );
  const rows = await pool.all(sql`select from log_reader where skipped_to is not null`);
  expect(rows).toEqual([]);
});

test('[DR13] a cursor below the oldest kept entry continues there and records it', async () => {
  await add(2);
  await addBox();
  await write(realmId, (tx) => pauseReader(tx, 'box', 1));
  const one = box();
  run([matcher], [one]);
  const [lost = 0, kept] = await addMany(2);
  await eventually(async () => expect(await positionOf('match', 0)).toBe(kept));
  await pool.all(sql`delete from log_entry where realm_id = ${realmId} and position <= ${lost}`);
  await write(realmId, (tx) => resumeReader(tx, 'box', 1));
  await eventually(() => expect(one.received).toEqual([kept]));
  await eventually(async () =>
    expect(
      await pool.first(sql`select skipped_to from log_reader where realm_id = ${realmId} and kind = 'box'`),
    ).toEqual({ skipped_to: kept }),
  );
});

test('[DR14] after a restore, cursors go back with the log, and no id of a lost entry is delivered again', async () => {
  await addBox();
  const one = box();
  run([matcher], [one]);
  const kept = await add();
  await eventually(async () => expect(await positionOf('box', 1)).toBe(kept));
  const lost = await add();
  await eventually(async () => expect(await positionOf('box', 1)).toBe(lost));
  await pool.all(sql`delete from log_entry where realm_id = ${realmId} and position > ${kept}`);
  await pool.all(sql`update realm_head set head = ${kept} where realm_id = ${realmId}`);
  await pool.all(
    sql`update log_reader set position = ${kept}, wanted = least(wanted, ${kept}) where realm_id = ${realmId}`,
  );
  await pool.all(sql`select begin_epoch(token, 0, 'a restored backup') from epoch`);
  const next = await add();
  expect(next).toBeGreaterThan(lost);
  await eventually(() => expect(one.received).toEqual([kept, lost, next]));
});

test('[DR15] a hanging recipient and a busy organization delay no other', async () => {
  const other = await newRealm();
  await addBox(1);
  for (let id = 100; id < 140; id += 1) await addBox(id);
  await addBox(1, other);
  const hanging = box((reader, _position, signal) => {
    if (reader.id === 1) return Promise.resolve(true);
    return new Promise((resolve) => {
      signal.addEventListener('abort', () => resolve(false));
    });
  });
  run([matcher], [hanging]);
  for (let id = 100; id < 140; id += 1) await addMany(20, id);
  await eventually(() => expect(hanging.attempts.length).toBe(40));
  const own = await add(1);
  const elsewhere = await add(1, other);
  await eventually(() => expect(new Set(hanging.received)).toEqual(new Set([own, elsewhere])));
});

test('[DR16] an organization that is created later is read from its first entry, an older one from now', async () => {
  await addMany(3);
  await pool.all(sql`update log_entry set at = at - interval '1 hour' where realm_id = ${realmId}`);
  run([recorder('a', { start: 'current' })]);
  const realm = await newRealm();
  const first = await add(1, realm);
  await eventually(async () => expect(await done(realm)).toEqual([first]));
  expect(await done()).toEqual([]);
  const next = await add();
  await eventually(async () => expect(await done()).toEqual([next]));
});

test('[DR17] a stopping node gives back the reader that it holds', async () => {
  await addBox();
  const waiting = box(
    (_reader, _position, signal) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => resolve(false));
      }),
  );
  const first = run([matcher], [waiting]);
  const position = await add();
  await eventually(() => expect(waiting.attempts).toEqual([position]));
  await first.stop();
  expect(await stateOf(pool, keyOf())).toEqual({ state: 'running', position: position - 1 });
  const next = box();
  run([matcher], [next]);
  await eventually(() => expect(next.received).toEqual([position]));
});

test('[DR18] the lag counts waiting entries and the age of the oldest', async () => {
  await addBox();
  await addMany(4);
  await pool.all(sql`update log_entry set at = at - interval '10 seconds' where realm_id = ${realmId}`);
  const lag = (await readLag(pool)).find(({ kind }) => kind === 'match');
  expect(lag).toMatchObject({ entries: 4, paused: 0 });
  expect(lag?.seconds).toBeGreaterThanOrEqual(10);
});

test('[DR9] a deleted reader receives nothing', async () => {
  await addBox();
  const one = box();
  run([matcher], [one]);
  await write(realmId, (tx) => deleteReader(tx, 'box', 1));
  const position = await add();
  await eventually(async () => expect(await positionOf('match', 0)).toBe(position));
  expect(await stateOf(pool, keyOf())).toBeUndefined();
  expect(one.attempts).toEqual([]);
});
