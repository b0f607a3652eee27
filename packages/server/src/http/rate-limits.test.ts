import { expect, test } from 'vitest';
import { createRateLimiter, judge, PER_USER, limitsOf } from './rate-limits.ts';

function heldClock(): { seconds: number; now(): number; monotonic(): number; after(): () => void } {
  return {
    seconds: 1000,
    now() {
      return this.seconds * 1000;
    },
    monotonic() {
      return this.seconds * 1000;
    },
    after: () => () => {},
  };
}

test('a fresh client may send 200 at once and no more', () => {
  const limiter = createRateLimiter(heldClock());
  for (let i = 0; i < 200; i += 1)
    expect(limiter.take('a', PER_USER)).toMatchObject({ ok: true, limit: 200, remaining: 199 - i });
  const refused = limiter.take('a', PER_USER);
  expect(refused).toMatchObject({ ok: false, limit: 200 });
  expect(limiter.take('b', PER_USER)).toMatchObject({ ok: true });
});

test('a rejected request consumes nothing: the next one is welcome after 0.3 s', () => {
  const clock = heldClock();
  const limiter = createRateLimiter(clock);
  for (let i = 0; i < 300; i += 1) limiter.take('a', PER_USER);
  const refused = limiter.take('a', PER_USER);
  expect(refused).toMatchObject({ ok: false, retrySeconds: expect.closeTo(0.3, 6) });
  clock.seconds += 0.3;
  expect(limiter.take('a', PER_USER)).toMatchObject({ ok: true, remaining: 0 });
});

test('the bucket is full again when the reset says so', () => {
  const { verdict } = judge({ seconds: 60, count: 200 }, undefined, 0);
  expect(verdict).toMatchObject({ ok: true, resetSeconds: 0.3 });
});

test('a personal override replaces the usual rule', () => {
  expect(limitsOf('60:5,3600:20')).toEqual([
    { seconds: 60, count: 5 },
    { seconds: 3600, count: 20 },
  ]);
  expect(limitsOf('')).toBe(PER_USER);
});
