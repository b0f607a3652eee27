import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { rules } from '@parley/rules/all-rules.ts';
import { specificationPage } from './specification/page.ts';
import { sections } from './specification/sections.ts';

const requirements = sections.flatMap((section) => section.requirements);

test('a requirement has an id of its own below its section', () => {
  const ids = requirements.map(({ id }) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  for (const section of sections)
    for (const { id } of section.requirements)
      expect(id).toMatch(new RegExp(`^${section.id.replaceAll('.', '\\.')}\\.\\d+$`));
});

test('a requirement is a sentence that its section states once', () => {
  for (const section of sections) {
    const sentences = section.requirements.map(({ sentence }) => sentence);
    expect(sentences.filter((sentence) => !/^[A-Z`].*[^.|]\.$/.test(sentence))).toEqual([]);
    expect(new Set(sentences).size).toBe(sentences.length);
  }
});

test('a requirement cites at least one rule, and only rules that exist', () => {
  const known = new Set(rules.map(({ id }) => id));
  expect(requirements.filter((requirement) => requirement.rules.length === 0)).toEqual([]);
  expect(requirements.flatMap((requirement) => requirement.rules.filter((id) => !known.has(id)))).toEqual([]);
});

test('the specification page is generated from the current requirements', () => {
  const written = readFileSync(new URL('../../docs/spec/specification.md', import.meta.url), 'utf8');
  expect(written).toBe(specificationPage(sections));
});
