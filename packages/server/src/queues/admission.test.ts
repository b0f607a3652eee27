import { expect, test } from 'vitest';
import { createHeldClock, settle } from '../testing/memory-stores.ts';
import { createAdmission } from './admission.ts';

const setUp = (atOnce: number) => {
  const clock = createHeldClock();
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
};

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

test('whoever waits too long is asked to come back, at different times, and makes room', async () => {
  const { clock, log, enter, endOne } = setUp(1);
  const first = enter(1, 'first');
  const second = enter(1, 'second').catch((error: unknown) => error);
  await settle();
  await clock.advance(4_100);
  expect(await second).toMatchObject({ code: 'UNAVAILABLE', extra: { 'retry-after': 6 } });
  const third = enter(1, 'third');
  await endOne();
  await endOne();
  await Promise.all([first, third]);
  expect(log).toEqual(['first', 'third']);
});

test('work that fails leaves its place', async () => {
  const admit = createAdmission(1, createHeldClock(), () => 0);
  await expect(admit(1, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await admit(1, async () => 'yes')).toBe('yes');
});
