import { expect, test } from 'vitest';
import { createRateLimiter, applyRule, PER_USER, limitsOf } from './rate-limits.ts';

function fixedClock(): { seconds: number; now(): number; monotonic(): number; after(): () => void } {
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

test('a new client may send a burst of 200 requests', () => {
  const limiter = createRateLimiter(fixedClock());
  for (let i = 0; i < 200; i += 1)
    expect(limiter.take('a', PER_USER)).toMatchObject({ ok: true, limit: 200, remaining: 199 - i });
  const refused = limiter.take('a', PER_USER);
  expect(refused).toMatchObject({ ok: false, limit: 200 });
  expect(limiter.take('b', PER_USER)).toMatchObject({ ok: true });
});

test('a rejected request consumes nothing: the next is accepted after 0.3 s', () => {
  const clock = fixedClock();
  const limiter = createRateLimiter(clock);
  for (let i = 0; i < 300; i += 1) limiter.take('a', PER_USER);
  const refused = limiter.take('a', PER_USER);
  expect(refused).toMatchObject({ ok: false, retrySeconds: expect.closeTo(0.3, 6) });
  clock.seconds += 0.3;
  expect(limiter.take('a', PER_USER)).toMatchObject({ ok: true, remaining: 0 });
});

test('an expensive request counts as several, on other nodes too', () => {
  const clock = fixedClock();
  const [limiter, other] = [createRateLimiter(clock), createRateLimiter(clock)];
  expect(limiter.take('a', PER_USER, 5)).toMatchObject({ ok: true, remaining: 195 });
  other.add(limiter.spent() ?? '');
  expect(other.take('a', PER_USER)).toMatchObject({ ok: true, remaining: 194 });
  for (let n = 0; n < 39; n += 1) limiter.take('a', PER_USER, 5);
  expect(limiter.take('a', PER_USER, 5)).toMatchObject({ ok: false, retrySeconds: expect.closeTo(1.5, 6) });
});

test('a cost above the limit is accepted by an empty bucket', () => {
  const limiter = createRateLimiter(fixedClock());
  const rules = [{ seconds: 60, count: 3 }];
  expect(limiter.take('a', rules, 5)).toMatchObject({ ok: true, remaining: 0 });
  expect(limiter.take('a', rules, 5)).toMatchObject({ ok: false });
});

test('the reset time of one request is one step', () => {
  const { verdict } = applyRule({ seconds: 60, count: 200 }, undefined, 0);
  expect(verdict).toMatchObject({ ok: true, resetSeconds: 0.3 });
});

test('requests that one node accepted count on the others', () => {
  const clock = fixedClock();
  const [one, other] = [createRateLimiter(clock), createRateLimiter(clock)];
  for (let i = 0; i < 150; i += 1) one.take('a', PER_USER);
  other.add(one.spent() ?? '[]');
  expect(one.spent()).toBeUndefined();
  let accepted = 0;
  while (other.take('a', PER_USER).ok) accepted += 1;
  expect(accepted).toBe(50);
  one.add(other.spent() ?? '[]');
  expect(one.take('a', PER_USER).ok).toBe(false);
  clock.seconds += 0.3;
  expect(one.take('a', PER_USER).ok).toBe(true);
});

test('the limits of a user replace the default', () => {
  expect(limitsOf('60:5,3600:20')).toEqual([
    { seconds: 60, count: 5 },
    { seconds: 3600, count: 20 },
  ]);
  expect(limitsOf('')).toBe(PER_USER);
});
