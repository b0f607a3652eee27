import { expect, test } from 'vitest';
import { createManualClock, settle } from '@parley/test-support/memory-stores.ts';
import type { ApiError } from '../engine/api-error.ts';
import { createAdmission } from './admission.ts';

function setUp(maxConcurrent: number) {
  const clock = createManualClock();
  const admit = createAdmission(maxConcurrent, clock, () => 0.5);
  const finishers: (() => void)[] = [];
  const log: string[] = [];
  const admitTask = (realmId: number, name: string): Promise<void> =>
    admit(realmId, async () => {
      log.push(name);
      await new Promise<void>((resolve) => finishers.push(resolve));
    });
  const finishOne = async (): Promise<void> => {
    finishers.shift()?.();
    await settle();
  };
  return { clock, log, admitTask, finishOne };
}

test('at most the given number of tasks run at once, and every task gets its turn', async () => {
  const { log, admitTask, finishOne } = setUp(2);
  const all = ['a', 'b', 'c'].map((name) => admitTask(1, name));
  await settle();
  expect(log).toEqual(['a', 'b']);
  for (let i = 0; i < 3; i += 1) await finishOne();
  await Promise.all(all);
  expect(log).toEqual(['a', 'b', 'c']);
});

test('organizations take turns: a burst of one does not delay another', async () => {
  const { log, admitTask, finishOne } = setUp(1);
  const burst = Array.from({ length: 20 }, (_, n) => admitTask(1, `burst ${n}`));
  const small = admitTask(2, 'small');
  await settle();
  await finishOne();
  await finishOne();
  expect(log.slice(0, 3)).toContain('small');
  for (let i = 0; i < 20; i += 1) await finishOne();
  await Promise.all([...burst, small]);
});

test('a task that waits too long is refused with a retry time and leaves the queue', async () => {
  const { clock, log, admitTask, finishOne } = setUp(1);
  const first = admitTask(1, 'first');
  const second = admitTask(1, 'second').catch((error: unknown) => error);
  await settle();
  await clock.advance(4_100);
  expect(await second).toMatchObject({ code: 'UNAVAILABLE', extra: { 'retry-after': 1 } });
  const third = admitTask(1, 'third');
  await finishOne();
  await finishOne();
  await Promise.all([first, third]);
  expect(log).toEqual(['first', 'third']);
});

function secondsOf(error: unknown): number {
  return (error as ApiError).extra['retry-after'] as number;
}

test('retry times of refused clients are spread at the pace of completed tasks', async () => {
  const { clock, admitTask, finishOne } = setUp(1);
  const retrySeconds: number[] = [];
  const arrive = (realmId: number): void => {
    void admitTask(realmId, '').catch((error: unknown) => retrySeconds.push(secondsOf(error)));
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
  const { clock, admitTask, finishOne } = setUp(1);
  const retrySeconds: number[] = [];
  const arrive = (): void => {
    void admitTask(1, '').catch((error: unknown) => retrySeconds.push(secondsOf(error)));
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
  const { clock, admitTask, finishOne } = setUp(1);
  let refused = 0;
  const arrive = (realmId: number): void => {
    void admitTask(realmId, '').catch(() => (refused += 1));
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

test('a task that fails frees its slot', async () => {
  const admit = createAdmission(1, createManualClock(), () => 0);
  await expect(admit(1, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await admit(1, async () => 'yes')).toBe('yes');
});
