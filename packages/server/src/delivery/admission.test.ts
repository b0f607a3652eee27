import { expect, test } from 'vitest';
import { createManualClock, settle } from '@parley/test-support/memory-stores.ts';
import type { ApiError } from '../engine/api-error.ts';
import { createAdmission } from './admission.ts';

function setUp(atOnce: number) {
  const clock = createManualClock();
  const admit = createAdmission(atOnce, clock, () => 0.5);
  const ends: (() => void)[] = [];
  const log: string[] = [];
  const enter = (realmId: number, name: string): Promise<void> =>
    admit(realmId, async () => {
      log.push(name);
      await new Promise<void>((resolve) => ends.push(resolve));
    });
  const endOne = async (): Promise<void> => {
    ends.shift()?.();
    await settle();
  };
  return { clock, log, enter, endOne };
}

test('no more run at once than may, and everybody gets their turn', async () => {
  const { log, enter, endOne } = setUp(2);
  const all = ['a', 'b', 'c'].map((name) => enter(1, name));
  await settle();
  expect(log).toEqual(['a', 'b']);
  for (let i = 0; i < 3; i += 1) await endOne();
  await Promise.all(all);
  expect(log).toEqual(['a', 'b', 'c']);
});

test('organizations take turns: one that storms does not keep another waiting', async () => {
  const { log, enter, endOne } = setUp(1);
  const storm = Array.from({ length: 20 }, (_, n) => enter(1, `storm ${n}`));
  const small = enter(2, 'small');
  await settle();
  await endOne();
  await endOne();
  expect(log.slice(0, 3)).toContain('small');
  for (let i = 0; i < 20; i += 1) await endOne();
  await Promise.all([...storm, small]);
});

test('whoever waits too long is asked to come back, and makes room', async () => {
  const { clock, log, enter, endOne } = setUp(1);
  const first = enter(1, 'first');
  const second = enter(1, 'second').catch((error: unknown) => error);
  await settle();
  await clock.advance(4_100);
  expect(await second).toMatchObject({ code: 'UNAVAILABLE', extra: { 'retry-after': 1 } });
  const third = enter(1, 'third');
  await endOne();
  await endOne();
  await Promise.all([first, third]);
  expect(log).toEqual(['first', 'third']);
});

function secondsOf(error: unknown): number {
  return (error as ApiError).extra['retry-after'] as number;
}

test('those who are refused come back one after the other, as fast as others get through', async () => {
  const { clock, enter, endOne } = setUp(1);
  const told: number[] = [];
  const come = (realmId: number): void => {
    void enter(realmId, '').catch((error: unknown) => told.push(secondsOf(error)));
  };
  for (let n = 0; n < 60; n += 1) come(1);
  // Each takes half a second.
  for (let n = 0; n < 50; n += 1) {
    await clock.advance(500);
    await endOne();
    come(1);
  }
  told.length = 0;
  for (let n = 0; n < 200; n += 1) come(1);
  await settle();
  const times = told.filter((seconds) => seconds < 30).toSorted((a, b) => a - b);
  expect(times.length).toBeGreaterThan(20);
  const perSecond = [...Map.groupBy(times, (seconds) => seconds).values()].map(({ length }) => length);
  expect(Math.max(...perSecond)).toBeLessThanOrEqual(6);
  expect(Math.max(...told)).toBeLessThanOrEqual(60);
});

test('a node that was slow once does not keep users away for long', async () => {
  const { clock, enter, endOne } = setUp(1);
  const told: number[] = [];
  const come = (): void => {
    void enter(1, '').catch((error: unknown) => told.push(secondsOf(error)));
  };
  for (let n = 0; n < 40; n += 1) come();
  for (let n = 0; n < 40; n += 1) {
    await clock.advance(3_000);
    await endOne();
    come();
  }
  // Now they come one by one, and nobody has to wait.
  for (let n = 0; n < 60; n += 1) {
    await endOne();
    come();
    await settle();
  }
  told.length = 0;
  for (let n = 0; n < 100; n += 1) come();
  await settle();
  expect(told).toEqual([]);
});

test('where the line of one organization is too long, another may still wait', async () => {
  const { clock, enter, endOne } = setUp(1);
  let refused = 0;
  const come = (realmId: number): void => {
    void enter(realmId, '').catch(() => (refused += 1));
  };
  for (let n = 0; n < 30; n += 1) come(1);
  for (let n = 0; n < 20; n += 1) {
    await clock.advance(1_000);
    await endOne();
    for (let more = 0; more < 10; more += 1) come(1);
  }
  await settle();
  expect(refused).toBeGreaterThan(50);
  const before = refused;
  come(2);
  await settle();
  expect(refused).toBe(before);
});

test('work that fails leaves its place', async () => {
  const admit = createAdmission(1, createManualClock(), () => 0);
  await expect(admit(1, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await admit(1, async () => 'yes')).toBe('yes');
});
