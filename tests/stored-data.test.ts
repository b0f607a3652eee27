import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { storedDataPage } from '../tools/stored-data/page.ts';

test('docs/operating/stored-data.md is fresh; if not: npm run stored-data', () => {
  const written = readFileSync(new URL('../docs/operating/stored-data.md', import.meta.url), 'utf8');
  expect(written).toBe(storedDataPage());
});
