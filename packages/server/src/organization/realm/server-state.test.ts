import { expect, test } from 'vitest';
import { generationOf } from './server-state.ts';

test.each([
  ['0.1.0', 1_000],
  ['0.2.0', 2_000],
  ['0.2.0-dev', 2_000],
  ['1.12.3', 1_012_003],
])('version %s has generation %i', (version, generation) => {
  expect(generationOf(version)).toBe(generation);
});
