import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiError } from '../../../engine/api-error.ts';
import { systemClock } from '../../../engine/clock.ts';
import { createRenderer, type Renderer } from './renderer.ts';
let renders: Renderer;
beforeAll(() => {
  renders = createRenderer(systemClock, () => 0.5);
});
afterAll(() => renders.close());

const HOSTILE = { realmId: 1, userId: 1 };
const CROWDED = { realmId: 3, userId: 3 };
const NEIGHBOR = { realmId: 2, userId: 2 };

test('waiting texts of a user are bounded', async () => {
  const texts = Array.from({ length: 60 }, (_, n) => renders.render(CROWDED, `$$x_${n}$$`, {}));
  const refused = (await Promise.allSettled(texts)).filter(({ status }) => status === 'rejected');
  expect(refused).toContainEqual({
    status: 'rejected',
    reason: expect.objectContaining({ code: 'RATE_LIMIT_HIT', status: 429 }),
  });
});

/** The largest patterns that are accepted; a text of 10,000 characters takes each of them nearly 100 ms. */
const SLOW_LINKIFIERS = Array.from({ length: 5 }, (_, n) => ({
  pattern: `(?P<x>(?:(?:[a-m]{1,40}|[a-m]{2,40}|[a-m]{1,40})+)[0-9]{${n + 1}})`,
  urlTemplate: 'https://example.org/{x}',
}));
const LONG_TEXT = 'abcdefghijklm '.repeat(700);

test('slow texts of one organization do not delay the texts of another', async () => {
  await renders.render(NEIGHBOR, '$$warm$$', {});
  const hostile = Array.from({ length: 50 }, () =>
    renders.render(HOSTILE, LONG_TEXT, { linkifiers: SLOW_LINKIFIERS }),
  );
  let rendered = 0;
  const count = (): void => void (rendered += 1);
  for (const text of hostile) text.then(count, (error: ApiError) => error.code === 'BAD_REQUEST' && count());
  const overtaken: number[] = [];
  for (let n = 0; n < 10; n += 1) {
    const before = rendered;
    expect(await renders.render(NEIGHBOR, `$$x_${n}$$`, {})).toMatchObject({ hasLink: false });
    overtaken.push(rendered - before);
  }
  // The texts that are running may end meanwhile, on a busy machine some more: far fewer than wait.
  expect(Math.max(...overtaken)).toBeLessThanOrEqual(10);
  expect(await Promise.allSettled(hostile)).toContainEqual({
    status: 'rejected',
    reason: expect.objectContaining({ code: 'UNAVAILABLE', extra: { 'retry-after': expect.any(Number) } }),
  });
});

test.each([
  ['#(?P<id>[0-9]+)', false],
  ['(?P<org>[a-zA-Z0-9_-]+)/(?P<repo>[a-zA-Z0-9_-]+)#(?P<id>[0-9]+)', false],
  ['(?P<id>[0-9a-f]{40})', false],
  // Every search reads to the end of the text.
  ['(?P<x>a(?:.*b)?)', true],
  ['(?P<x>[a-z](?:.*[^a-z])?)', true],
])('linkifier %s is slow: %s', async (pattern, isSlow) => {
  expect(await renders.isSlowLinkifier(NEIGHBOR, pattern)).toBe(isSlow);
});
