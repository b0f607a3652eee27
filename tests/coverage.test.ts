import { readFileSync } from 'node:fs';
import { endpoints } from '@parley/contract/endpoints.ts';
import { expect, test } from 'vitest';
import { absentOperations } from '../tools/contract/coverage/absent.ts';
import { coveragePage } from '../tools/contract/coverage/page.ts';
import { rules } from '@parley/rules/all-rules.ts';

test('every operation has a rule of conformance', () => {
  const held = new Set(rules.map(({ operation }) => operation));
  expect(endpoints.map(({ id }) => id).filter((id) => !held.has(id))).toEqual([]);
});

test('docs/api/coverage.md is fresh; if not: npm run coverage', () => {
  const written = readFileSync(new URL('../docs/api/coverage.md', import.meta.url), 'utf8');
  expect(written).toBe(coveragePage());
});

test('the list of absent operations names what the record has and the contract has not', () => {
  const absent = absentOperations().map(({ name }) => name);
  expect(absent).toContain('dev-list-users');
  expect(absent).not.toContain('send-message');
  const ours = new Set<string>(endpoints.map(({ id }) => id));
  expect(absent.filter((name) => ours.has(name))).toEqual([]);
});
