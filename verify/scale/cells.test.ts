import { expect, test } from 'vitest';
import { seeded } from '@parley/test-support/seeded.ts';
import { Cells, chooseToMove, limitsFor } from './cells.ts';
import { powerLawSize } from './population.ts';

const LIMITS = limitsFor(1_000, 0.7);
const DAYS = 120;
/** Organizations that grow on a day. */
const GROW = 8;

/** Every organization of the list lives in exactly one cell, and cells have the users of their organizations. */
function expectHomes(cells: Cells, sizes: readonly number[]): void {
  const homes = cells.members.flatMap((members, place) => members.map((member) => [member, place] as const));
  expect(homes.map(([member]) => member).toSorted((a, b) => a - b)).toEqual([...sizes.keys()]);
  expect(homes.filter(([member, place]) => cells.homeOf(member) !== place)).toEqual([]);
  const users = cells.members.map((members) => members.reduce((sum, n) => sum + (sizes[n] ?? 0), 0));
  expect(cells.users).toEqual(users);
}

test.each([1, 2, 3, 4, 5])(
  'organizations that grow stay in one cell each, below the limit: seed %i',
  (seed) => {
    const random = seeded(seed);
    const cells = new Cells(DAYS, LIMITS, random);
    const sizes: number[] = [];
    let moves = 0;
    let changes = 0;
    for (let day = 0; day < DAYS; day += 1) {
      sizes.push(powerLawSize(random, 400));
      cells.place(day, sizes[day] ?? 0);
      for (let n = 0; n < GROW; n += 1) {
        const grown = random.below(sizes.length);
        const size = Math.min(600, Math.ceil((sizes[grown] ?? 0) * 1.05));
        sizes[grown] = size;
        cells.resize(grown, size);
      }
      const before = sizes.map((_, n) => cells.homeOf(n));
      const moved = cells.rebalance();
      cells.check();
      expectHomes(cells, sizes);
      moves += new Set(moved.map(({ organization }) => organization)).size;
      changes += before.filter((home, n) => home !== cells.homeOf(n)).length;
      expect(moved.filter(({ organization, users }) => users !== sizes[organization])).toEqual([]);
    }
    expect(moves).toBeGreaterThan(0);
    expect(moves).toBe(changes);
  },
);

test('a cell above its limit is an error', () => {
  const cells = new Cells(1, LIMITS, seeded(1));
  cells.place(0, 900);
  cells.check();
  cells.resize(0, 1_001);
  expect(() => {
    cells.check();
  }).toThrow('Cell 0 has 1001 users, 1000 are allowed.');
});

test('an organization above the level for new ones gets a cell for itself', () => {
  const cells = new Cells(3, LIMITS, seeded(1));
  cells.place(0, 100);
  cells.place(1, 950);
  cells.place(2, 100);
  expect(cells.members[cells.homeOf(1)]).toEqual([1]);
  expect(cells.rebalance()).toEqual([]);
});

test('the largest organization that is not above the excess moves', () => {
  expect(chooseToMove([5, 80, 40, 700], 60)).toBe(2);
  expect(chooseToMove([500, 400], 60)).toBe(1);
});

test('the next larger organization moves where only small ones would otherwise', () => {
  expect(chooseToMove([1, 2, 700, 90], 60)).toBe(3);
});
