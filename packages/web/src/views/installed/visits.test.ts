import { expect, test } from 'vitest';
import { countVisit, isOffered, type InstallOfferState } from './visits.ts';

const HOUR_MS = 3_600_000;
const NONE: InstallOfferState = { visits: 0, last: 0, isAnswered: false };

test('the third visit offers the client, and a reload is no visit', () => {
  const first = countVisit(NONE, HOUR_MS);
  const reloaded = countVisit(first, HOUR_MS + 60_000);
  const second = countVisit(reloaded, 3 * HOUR_MS);
  const third = countVisit(second, 9 * HOUR_MS);
  expect([first, reloaded, second, third].map(({ visits }) => visits)).toEqual([1, 1, 2, 3]);
  expect([first, second, third].map(isOffered)).toEqual([false, false, true]);
});

test('an answer is the last one, however many visits follow', () => {
  expect(isOffered(countVisit({ visits: 7, last: 0, isAnswered: true }, HOUR_MS))).toBe(false);
});
