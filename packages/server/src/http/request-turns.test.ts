import { expect, test } from 'vitest';
import { createManualClock, settle } from '@parley/test-support/memory-stores.ts';
import { createRequestTurns } from './request-turns.ts';

/** Requests that never end; `running` counts those that have begun. */
function setUp() {
  const clock = createManualClock();
  const requests = createRequestTurns(clock, () => 0.5);
  const running = new Map<number, number>();
  const begin = (realmId: number, count: number): void => {
    for (let n = 0; n < count; n += 1)
      void requests.run({ realmId, userId: n + 1 }, () => {
        running.set(realmId, (running.get(realmId) ?? 0) + 1);
        return new Promise<never>(() => {});
      });
  };
  return { clock, requests, running, begin };
}

test('an organization that has the node for itself is not limited', async () => {
  const { clock, running, begin } = setUp();
  begin(1, 1);
  await clock.advance(2_000);
  begin(1, 20);
  await settle();
  expect(running.get(1)).toBe(21);
});

test('on a shared node an organization has two requests at once, and others go first', async () => {
  const { running, begin } = setUp();
  begin(1, 20);
  begin(2, 1);
  await settle();
  expect([running.get(1), running.get(2)]).toEqual([2, 1]);
});

test('a request that waits for something else gives its place away', async () => {
  const { clock, running, begin } = setUp();
  begin(1, 5);
  await settle();
  expect(running.get(1)).toBe(2);
  await clock.advance(30);
  await settle();
  expect(running.get(1)).toBe(4);
});

test('the result or error of a request is that of its task', async () => {
  const { requests } = setUp();
  const share = { realmId: 1, userId: 1 };
  expect(await requests.run(share, () => Promise.resolve('done'))).toBe('done');
  await expect(requests.run(share, () => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
});
