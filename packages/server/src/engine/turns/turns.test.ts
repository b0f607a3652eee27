import { expect, test } from 'vitest';
import { createManualClock, settle } from '@parley/test-support/memory-stores.ts';
import type { ApiError } from '../api-error.ts';
import { onlyInAll } from './share.ts';
import { createTurns, type TurnsOptions } from './turns.ts';

function options(maxRunning: number): TurnsOptions {
  return { running: onlyInAll(maxRunning), waiting: onlyInAll(2_000), maxWaitMs: 4_000 };
}

function setUp(maxRunning: number, more: Partial<TurnsOptions> = {}) {
  const clock = createManualClock();
  const turns = createTurns({ ...options(maxRunning), ...more }, clock, () => 0.5);
  const finishers: (() => void)[] = [];
  const log: string[] = [];
  const runTask = (realmId: number, name: string, userId = 1): Promise<void> =>
    turns.run({ realmId, userId }, async () => {
      log.push(name);
      await new Promise<void>((resolve) => finishers.push(resolve));
    });
  const finishOne = async (): Promise<void> => {
    finishers.shift()?.();
    await settle();
  };
  return { clock, turns, log, runTask, finishOne };
}

test('at most the given number of tasks run at once, and every task gets its turn', async () => {
  const { log, runTask, finishOne } = setUp(2);
  const all = ['a', 'b', 'c'].map((name) => runTask(1, name));
  await settle();
  expect(log).toEqual(['a', 'b']);
  for (let i = 0; i < 3; i += 1) await finishOne();
  await Promise.all(all);
  expect(log).toEqual(['a', 'b', 'c']);
});

test('organizations take turns: a burst of one does not delay another', async () => {
  const { log, runTask, finishOne } = setUp(1);
  const burst = Array.from({ length: 20 }, (_, n) => runTask(1, `burst ${n}`));
  const small = runTask(2, 'small');
  await settle();
  await finishOne();
  await finishOne();
  expect(log.slice(0, 3)).toContain('small');
  for (let i = 0; i < 20; i += 1) await finishOne();
  await Promise.all([...burst, small]);
});

test('a task that waits too long is refused with a retry time and leaves the queue', async () => {
  const { clock, log, runTask, finishOne } = setUp(1);
  const first = runTask(1, 'first');
  const second = runTask(1, 'second').catch((error: unknown) => error);
  await settle();
  await clock.advance(4_100);
  expect(await second).toMatchObject({ code: 'UNAVAILABLE', extra: { 'retry-after': 1 } });
  const third = runTask(1, 'third');
  await finishOne();
  await finishOne();
  await Promise.all([first, third]);
  expect(log).toEqual(['first', 'third']);
});

function secondsOf(error: unknown): number {
  return (error as ApiError).extra['retry-after'] as number;
}

test('retry times of refused clients are spread at the pace of completed tasks', async () => {
  const { clock, runTask, finishOne } = setUp(1);
  const retrySeconds: number[] = [];
  const arrive = (realmId: number): void => {
    void runTask(realmId, '').catch((error: unknown) => retrySeconds.push(secondsOf(error)));
  };
  for (let n = 0; n < 60; n += 1) arrive(1);
  // Each task takes half a second.
  for (let n = 0; n < 50; n += 1) {
    await clock.advance(500);
    await finishOne();
    arrive(1);
  }
  retrySeconds.length = 0;
  for (let n = 0; n < 200; n += 1) arrive(1);
  await settle();
  const times = retrySeconds.filter((seconds) => seconds < 30).toSorted((a, b) => a - b);
  expect(times.length).toBeGreaterThan(20);
  const perSecond = [...Map.groupBy(times, (seconds) => seconds).values()].map(({ length }) => length);
  expect(Math.max(...perSecond)).toBeLessThanOrEqual(6);
  expect(Math.max(...retrySeconds)).toBeLessThanOrEqual(60);
});

test('a node that was slow once stops refusing clients soon after it is fast', async () => {
  const { clock, runTask, finishOne } = setUp(1);
  const retrySeconds: number[] = [];
  const arrive = (): void => {
    void runTask(1, '').catch((error: unknown) => retrySeconds.push(secondsOf(error)));
  };
  for (let n = 0; n < 40; n += 1) arrive();
  for (let n = 0; n < 40; n += 1) {
    await clock.advance(3_000);
    await finishOne();
    arrive();
  }
  // Tasks now arrive one by one, so none has to wait.
  for (let n = 0; n < 60; n += 1) {
    await finishOne();
    arrive();
    await settle();
  }
  retrySeconds.length = 0;
  for (let n = 0; n < 100; n += 1) arrive();
  await settle();
  expect(retrySeconds).toEqual([]);
});

test('a full queue of one organization does not refuse another organization', async () => {
  const { clock, runTask, finishOne } = setUp(1);
  let refused = 0;
  const arrive = (realmId: number): void => {
    void runTask(realmId, '').catch(() => (refused += 1));
  };
  for (let n = 0; n < 30; n += 1) arrive(1);
  for (let n = 0; n < 20; n += 1) {
    await clock.advance(1_000);
    await finishOne();
    for (let more = 0; more < 10; more += 1) arrive(1);
  }
  await settle();
  expect(refused).toBeGreaterThan(50);
  const before = refused;
  arrive(2);
  await settle();
  expect(refused).toBe(before);
});

test('slow tasks of one organization do not make the node refuse a burst of another', async () => {
  const { clock, log, runTask, finishOne } = setUp(2, { running: { total: 2, perRealm: 1, perUser: 1 } });
  void runTask(1, 'slow');
  for (let n = 0; n < 10; n += 1) {
    void runTask(1, 'slow').catch(() => {});
    await clock.advance(2_000);
    await finishOne();
  }
  log.length = 0;
  const burst = Array.from({ length: 20 }, () => runTask(2, 'fast'));
  for (let n = 0; n < 30; n += 1) await finishOne();
  await Promise.all(burst);
  expect(log.filter((name) => name === 'fast')).toHaveLength(20);
});

test('a task that fails frees its place', async () => {
  const { turns } = setUp(1);
  const share = { realmId: 1, userId: 1 };
  await expect(turns.run(share, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await turns.run(share, async () => 'yes')).toBe('yes');
  expect(turns.size).toEqual({ running: 0, waiting: 0 });
});

test('a user with too many waiting tasks gets 429, an organization 503', async () => {
  const { runTask } = setUp(1, { waiting: { total: 10, perRealm: 3, perUser: 2 } });
  for (let n = 0; n < 3; n += 1) void runTask(1, 'own').catch(() => {});
  const codeOf = (task: Promise<void>): Promise<unknown> =>
    task.catch((error: unknown) => [(error as ApiError).code, secondsOf(error)]);
  expect(await codeOf(runTask(1, 'third of the user'))).toEqual(['RATE_LIMIT_HIT', 1]);
  void runTask(1, 'of another user', 2);
  expect(await codeOf(runTask(1, 'fourth of the organization', 3))).toEqual(['UNAVAILABLE', 1]);
});

test('the time of tasks is charged to the budget of their organization', async () => {
  const { clock, log, runTask, finishOne } = setUp(1, {
    budget: { capacityMs: 1_000, refillMsPerSecond: 100 },
    maxWaitMs: 60_000,
  });
  void runTask(1, 'long');
  await clock.advance(1_500);
  for (const name of ['spent 1', 'spent 2']) void runTask(1, name);
  for (const name of ['free 1', 'free 2', 'free 3']) void runTask(2, name);
  for (let n = 0; n < 6; n += 1) await finishOne();
  expect(log).toEqual(['long', 'free 1', 'free 2', 'free 3', 'spent 1', 'spent 2']);
});

test('closing refuses waiting and later tasks, and lets running ones end', async () => {
  const { turns, runTask, finishOne } = setUp(1);
  const running = runTask(1, 'running');
  const waiting = runTask(1, 'waiting');
  turns.close();
  await expect(waiting).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  await expect(runTask(2, 'late')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  await finishOne();
  await running;
  expect(turns.size).toEqual({ running: 0, waiting: 0 });
});
