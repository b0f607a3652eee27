import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { figuresTable, simulationRow } from './document.ts';
import { pictureOfOrganization, pictureOfSizes } from './pictures.ts';
import { DEFAULT_LEVEL, simulate } from './simulate.ts';
import { periodOf, quartersOf } from './summary.ts';

const DOCS = path.join(import.meta.dirname, '../../docs');
const read = (file: string): string => readFileSync(path.join(DOCS, file), 'utf8');
const days = [...simulate({ users: 1e6, seed: 1, level: DEFAULT_LEVEL })];

test('the same seed gives the same days, another seed gives others', () => {
  const short = { users: 20_000, level: DEFAULT_LEVEL };
  const once = [...simulate({ ...short, seed: 4 })];
  expect([...simulate({ ...short, seed: 4 })]).toEqual(once);
  expect([...simulate({ ...short, seed: 5 })]).not.toEqual(once);
});

test('two years have users in every cell, and quarters count every move', () => {
  expect(days).toHaveLength(731);
  expect(days.at(-1)?.users).toBeGreaterThan(990_000);
  const moves = days.reduce((sum, day) => sum + day.moves, 0);
  const counted = quartersOf(days).reduce((sum, { last, movesPerDay }, n, all) => {
    const before = all[n - 1]?.last.day ?? -1;
    return sum + movesPerDay * (last.day - before);
  }, 0);
  expect(moves).toBeGreaterThan(0);
  expect(counted).toBeCloseTo(moves, 6);
  expect(periodOf(days).fullest).toBeLessThanOrEqual(1);
});

test('docs/scale.md has the inputs and the simulated row', () => {
  expect(read('scale.md')).toContain(figuresTable());
  expect(read('scale.md')).toContain(simulationRow(days));
});

test('the plots of docs/scale.md are those of the inputs', () => {
  expect(read('images/scale-sizes.svg')).toBe(pictureOfSizes());
  expect(read('images/scale-organization.svg')).toBe(pictureOfOrganization());
});
