import { expect, test } from 'vitest';
import { toolDefinitions, tools } from './tools.ts';
import { scopeOfTool } from './tools/tool.ts';

/** A model pays for the definitions with every question. */
const MAX_DEFINITION_BYTES = 16_000;

test('the definitions of all tools fit into 16 kB', () => {
  expect(Buffer.byteLength(JSON.stringify(toolDefinitions))).toBeLessThan(MAX_DEFINITION_BYTES);
});

test('every tool has a name of its own, a scope and an effect that it says to clients', () => {
  expect(new Set(tools.map(({ name }) => name)).size).toBe(tools.length);
  for (const { name, effect, doc, ...tool } of tools) {
    expect(name).toMatch(/^[a-z]+(?:_[a-z]+)*$/);
    expect([name, scopeOfTool({ name, effect, doc, ...tool })]).not.toEqual([name, null]);
    expect([name, doc]).toEqual([name, expect.stringMatching(/^[A-Z].*\.$/)]);
  }
});

test('a tool that only reads calls no operation that changes something', () => {
  const wrong = tools.filter(
    ({ effect, operations }) => effect === 'reads' && operations.some(({ method }) => method !== 'GET'),
  );
  expect(wrong.map(({ name }) => name)).toEqual([]);
});
