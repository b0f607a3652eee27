import { parseAst } from 'rolldown/parseAst';
import { expect, test } from 'vitest';
import { isTest, readModules, type Module } from '@parley/test-support/import-graph.ts';

const MAX_FILE_LINES = 300;
const MAX_FUNCTION_LINES = 60;

/** Files that may be longer, with the reason. */
const LONG_FILES: Readonly<Record<string, string>> = {
  'packages/contract/src/endpoints.ts': 'the list of all operations',
  'packages/markdown/src/code/grammars.ts': 'a table of languages',
  'packages/server/src/engine/db/schema.ts': 'the types of all tables',
};

/** Functions that may be longer, with the reason. */
const LONG_FUNCTIONS: Readonly<Record<string, string>> = {
  'packages/client/src/apply-event.ts applyEvent': 'a switch with one case for each type of event',
  'packages/server/src/app/build-world.ts buildWorld': 'builds every service in the order of dependencies',
};

/** The web client is not held to the length of functions yet. */
const UNMEASURED = /^packages\/web\//;

const product = readModules().filter(({ file }) => !isTest(file));

function linesOf(text: string): number {
  return text.split('\n').length - 1;
}

type SyntaxNode = { readonly type: string; readonly start: number; readonly end: number };

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

const FUNCTION = /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/;

/** The functions of a module that exceed the limit, with the name of the nearest declaration. */
function longFunctionsOf({ file, text }: Module): string[] {
  // Most files are shorter than the limit and need not be parsed.
  if (linesOf(text) <= MAX_FUNCTION_LINES) return [];
  const found: string[] = [];
  const visit = (node: SyntaxNode, outer: string): void => {
    const { id, key } = node as { id?: { name?: string } | null; key?: { name?: string } };
    const name = id?.name ?? key?.name ?? outer;
    if (FUNCTION.test(node.type) && linesOf(text.slice(node.start, node.end)) + 1 > MAX_FUNCTION_LINES)
      found.push(`${file} ${name}`);
    for (const child of Object.values(node).flat()) if (isNode(child)) visit(child, name);
  };
  visit(parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' }), '');
  return found;
}

test(`files have at most ${MAX_FILE_LINES} lines, tables excepted`, () => {
  const long = product.filter(({ text }) => linesOf(text) > MAX_FILE_LINES).map(({ file }) => file);
  expect(long.filter((file) => !(file in LONG_FILES))).toEqual([]);
});

test(`functions have at most ${MAX_FUNCTION_LINES} lines, with named exceptions`, () => {
  const measured = product.filter(({ file }) => !UNMEASURED.test(file));
  expect(measured.flatMap(longFunctionsOf).filter((name) => !(name in LONG_FUNCTIONS))).toEqual([]);
});

test('a long function is noticed', () => {
  const text = `export const long = () => {\n${'  step();\n'.repeat(MAX_FUNCTION_LINES)}};\n`;
  expect(longFunctionsOf({ file: 'a.ts', text, own: [], foreign: [] })).toEqual(['a.ts long']);
});
