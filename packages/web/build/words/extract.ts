import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseAst } from 'vite';

/** A text of the interface as the source has it, in English. */
export type SourceText = {
  readonly text: string;
  /** The form for one, of texts with a number. */
  readonly one?: string;
  readonly file: string;
};

type Node = { readonly type: string; readonly [part: string]: unknown };

const WEB = path.resolve(import.meta.dirname, '../../src');
const RIGHTS = path.resolve(import.meta.dirname, '../../../contract/src/rights');
/** Functions whose first argument is a text. */
const MARKERS = new Set(['t', 'later']);

/** Every text of the web client that is translated, once, in the order of the files. */
export function extractTexts(): readonly SourceText[] {
  const found = new Map<string, SourceText>();
  const add = (text: SourceText): void => {
    if (!found.has(text.text)) found.set(text.text, text);
  };
  for (const file of sourcesIn(WEB)) textsOf(file, add);
  for (const file of sourcesIn(RIGHTS)) reasonsOf(file, add);
  return [...found.values()];
}

function sourcesIn(directory: string): string[] {
  return globSync('**/*.{ts,tsx}', { cwd: directory })
    .filter((name) => !/\.test\.tsx?$/.test(name))
    .toSorted()
    .map((name) => path.join(directory, name));
}

function textsOf(file: string, add: (text: SourceText) => void): void {
  walk(parse(file), (node) => {
    if (node.type !== 'CallExpression') return;
    const [first] = node['arguments'] as readonly Node[];
    const callee = (node['callee'] as Node)['name'];
    if (first === undefined || typeof callee !== 'string') return;
    if (callee === 'plural') addPlural(node, file, add);
    else if (MARKERS.has(callee)) for (const text of literalsOf(first)) add({ text, file });
  });
}

function addPlural(call: Node, file: string, add: (text: SourceText) => void): void {
  const forms = (call['arguments'] as readonly Node[])[1];
  if (forms?.type !== 'ObjectExpression') return;
  const form = (name: string): readonly string[] => {
    const properties = forms['properties'] as readonly Node[];
    const property = properties.find((one) => (one['key'] as Node | undefined)?.['name'] === name);
    return property === undefined ? [] : literalsOf(property['value'] as Node);
  };
  const ones = form('one');
  for (const [n, text] of form('other').entries()) add({ text, one: ones[n] ?? text, file });
}

/** Reasons why something is not allowed, which server and client share. */
function reasonsOf(file: string, add: (text: SourceText) => void): void {
  walk(parse(file), (node) => {
    if (node.type !== 'Property' || (node['key'] as Node)['name'] !== 'reason') return;
    for (const text of literalsOf(node['value'] as Node)) add({ text, file });
  });
}

/** The strings that an expression can be: itself, or the branches of a condition. */
function literalsOf(node: Node): readonly string[] {
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? [node['value']] : [];
  if (node.type === 'ConditionalExpression')
    return [...literalsOf(node['consequent'] as Node), ...literalsOf(node['alternate'] as Node)];
  return [];
}

function parse(file: string): Node {
  return parseAst(readFileSync(file, 'utf8'), { lang: file.endsWith('x') ? 'tsx' : 'ts' }) as unknown as Node;
}

function walk(node: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(node)) {
    for (const part of node) walk(part, visit);
  } else if (typeof node === 'object' && node !== null) {
    if ('type' in node) visit(node as Node);
    for (const part of Object.values(node)) walk(part, visit);
  }
}
