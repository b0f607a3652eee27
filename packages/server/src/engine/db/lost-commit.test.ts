import { createManualClock, settle } from '@parley/test-support/memory-stores.ts';
import { expect, test } from 'vitest';
import { resolveLostCommit } from './lost-commit.ts';
import type { Reader } from './sql.ts';

const BACKEND = { pid: 1, since: 0 };

/** A database whose backend ends at the given time, and the times at which it was asked. */
function databaseWithBackendUntil(end: number, now: () => number) {
  const asked: number[] = [];
  const first = async () => {
    if (asked.length > 1_000) throw new Error('The database is asked without a pause.');
    asked.push(now());
    return { gone: now() >= end };
  };
  return { asked, reader: { first } as Pick<Reader, 'first'> };
}

test('a backend that has not ended is asked again after an interval, and then the commit is looked up', async () => {
  const clock = createManualClock();
  const { asked, reader } = databaseWithBackendUntil(200, () => clock.monotonic());
  const resolved = resolveLostCommit(reader, clock, BACKEND, async () => 'found');
  await settle();
  expect(asked).toEqual([0]);
  await clock.advance(200);
  expect(await resolved).toBe('found');
  expect(asked).toEqual([0, 100, 200]);
});

test('a backend that does not end leaves the commit unknown after 20 seconds', async () => {
  const clock = createManualClock();
  const { asked, reader } = databaseWithBackendUntil(Infinity, () => clock.monotonic());
  const resolved = resolveLostCommit(reader, clock, BACKEND, async () => 'found');
  await settle();
  await clock.advance(20_000);
  expect(await resolved).toBe(undefined);
  expect(asked).toHaveLength(200);
});
