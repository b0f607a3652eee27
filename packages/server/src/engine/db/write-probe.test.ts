import { createManualClock } from '@parley/test-support/memory-stores.ts';
import { DatabaseError } from 'pg';
import { expect, test } from 'vitest';
import { createWriteProbe } from './write-probe.ts';

const diskFull = Object.assign(new DatabaseError('No space left on device', 0, 'error'), { code: '53100' });

function probeOf(answers: readonly (Error | undefined)[]) {
  const clock = createManualClock();
  const warnings: unknown[] = [];
  const state = { asked: 0, answered: 0 };
  const pool = {
    all: async () => {
      const error = answers[state.asked];
      state.asked += 1;
      if (error !== undefined) throw error;
      return [];
    },
    get answered() {
      return state.answered;
    },
  };
  return { probe: createWriteProbe(pool, clock, (error) => warnings.push(error)), clock, warnings, state };
}

test('callers of one second share one query', async () => {
  const { probe, clock, state } = probeOf([]);
  await Promise.all(Array.from({ length: 1_000 }, () => probe.check()));
  await clock.advance(999);
  await probe.check();
  expect(state.asked).toBe(1);
  await clock.advance(1);
  await probe.check();
  expect(state.asked).toBe(2);
});

test('a full disk is noticed and reported once, and ends by itself', async () => {
  const { probe, clock, warnings } = probeOf([undefined, diskFull, undefined]);
  await probe.check();
  await clock.advance(1_000);
  await expect(probe.check()).rejects.toBe(diskFull);
  await expect(probe.check()).rejects.toBe(diskFull);
  expect(warnings).toEqual([diskFull]);
  await clock.advance(1_000);
  await probe.check();
});

test('a timeout counts only if PostgreSQL answers no other request either', async () => {
  const timeout = new Error('Query read timeout');
  const { probe, clock, state } = probeOf([timeout, timeout]);
  await expect(probe.check()).rejects.toBe(timeout);
  await clock.advance(1_000);
  const checked = probe.check();
  state.answered += 1;
  await checked;
});
