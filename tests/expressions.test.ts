import { expect, test } from 'vitest';
import { expressionsIn } from '../tools/expressions/find.ts';

function found(source: string): (string | undefined)[] {
  return expressionsIn('packages/server/src/a.ts', source).map(({ text }) => text);
}

test('literals and calls of RegExp with constants are found, others by their source', () => {
  expect(found('const a: RegExp = /a+/gu; b.split(/\\s*;\\s*/);')).toEqual(['/a+/gu', '/\\s*;\\s*/']);
  expect(found("const DAY = '(?:Mo|Tu)'; const a = new RegExp(`^${DAY}-` + 'x+', 'u');")).toEqual([
    '/^(?:Mo|Tu)-x+/u',
  ]);
  expect(found('const a = (name: string) => new RegExp(`<${name}>`);')).toEqual(['new RegExp(`<${name}>`)']);
  expect(found("const a = /a+/u; const b = new RegExp(a, 'gu');")).toEqual(['/a+/u', '/a+/gu']);
  expect(found('const a = "/no+/"; // /no+/')).toEqual([]);
});
