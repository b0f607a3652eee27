import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { documentOf } from './report.ts';
import { rules } from '@parley/rules/all-rules.ts';

test('every rule has an id of its own', () => {
  const ids = rules.map(({ id }) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  expect(ids.length).toBeGreaterThanOrEqual(250);
  expect(ids.filter((id) => !/^[A-Z]{1,4}-\d+$/.test(id))).toEqual([]);
});

test('every rule is a sentence with a full stop, and no two of an operation say the same', () => {
  const sentences = rules.map(({ operation, sentence }) => `${operation}: ${sentence}`);
  expect(sentences.filter((sentence) => !/: [A-Z`].*[^.]\.$/.test(sentence))).toEqual([]);
  expect(sentences.filter((sentence, index) => sentences.indexOf(sentence) !== index)).toEqual([]);
});

test('the written rules are those that are asked', () => {
  const written = readFileSync(new URL('../../docs/spec/conformance.md', import.meta.url), 'utf8');
  expect(written).toBe(documentOf(rules));
});
