import { expect, test } from 'vitest';
import { seeded } from '@parley/test-support/seeded.ts';
import { figure } from './parameters.ts';
import { createPopulation, powerLawSize } from './population.ts';

const SAMPLES = 100_000;

test('sizes follow the power law', () => {
  const random = seeded(7);
  const sizes = Uint32Array.from({ length: SAMPLES }, () => powerLawSize(random)).toSorted();
  expect(sizes[0]).toBe(figure('smallestSize'));
  expect(sizes.at(-1)).toBeLessThanOrEqual(figure('largestSize'));
  const share = (from: number): number => sizes.filter((size) => size >= from).length / SAMPLES;
  // Ten times the size is 10^1.06 times as rare.
  for (const from of [2, 20, 200]) {
    const exponent = Math.log10(share(from) / share(from * 10));
    expect(Math.abs(exponent - figure('sizeExponent'))).toBeLessThan(0.1);
  }
});

test('a population has the users on the last day, and a tenth of the organizations on the first', () => {
  const population = createPopulation(seeded(3), 300_000);
  let users = 0;
  for (let n = 0; n < population.count; n += 1) users += population.sizeOn(n, figure('days'));
  expect(users).toBeGreaterThanOrEqual(300_000);
  expect(users).toBeLessThan(300_000 + figure('largestSize'));
  const old = population.firstDays.filter((day) => day < 0).length;
  expect(population.count / old).toBeGreaterThan(figure('growth') * 0.9);
  expect(population.count / old).toBeLessThan(figure('growth') * 1.1);
  expect(population.firstDays.every((day, n) => n === 0 || day >= (population.firstDays[n - 1] ?? 0))).toBe(
    true,
  );
});

test('an organization grows from its first share to its final size', () => {
  const population = createPopulation(seeded(3), 100_000);
  const large = population.finalSizes.findIndex(
    (size, n) => size > 1_000 && (population.firstDays[n] ?? 0) > 0,
  );
  const [first, final] = [population.firstDays[large] ?? 0, population.finalSizes[large] ?? 0];
  expect(population.sizeOn(large, first)).toBe(Math.round(final * figure('firstShare')));
  expect(population.sizeOn(large, first + 180) / final).toBeCloseTo(1 - 0.8 / Math.E, 2);
});
