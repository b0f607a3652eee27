import { expect, test } from 'vitest';
import { clockTime, regionOf, shortDay, timeInGroup } from './dates.ts';

const NOON = new Date(2026, 2, 17, 12).getTime();
const daysAgo = (days: number): number => NOON / 1000 - days * 86_400;

test('dates follow the region of the user where it speaks the language of the interface', () => {
  expect(regionOf('en', ['de-AT', 'en-GB', 'en-US'])).toBe('en-GB');
  expect(regionOf('en', ['de-AT'])).toBe('en');
  expect(regionOf('en', ['eng-XX', 'en'])).toBe('en');
});

test('a row below the heading Yesterday shows a time', () => {
  expect(timeInGroup(daysAgo(1), NOON)).toBe(clockTime(daysAgo(1)));
  expect(shortDay(daysAgo(1), NOON)).toBe('yesterday');
  expect(timeInGroup(daysAgo(3), NOON)).toBe(shortDay(daysAgo(3), NOON));
});
