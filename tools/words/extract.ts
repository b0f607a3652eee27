import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseAst } from 'vite';

/** A text of the source, in English. */
export type SourceText = {
  readonly text: string;
  /** The form for one, of texts with a number. */
  readonly one?: string;
  readonly file: string;
};

/** A part of the product with catalogs of its own. */
export type Speaker = {
  readonly catalogs: string;
  readonly sources: readonly string[];
  /** Whether refusals are translated where they leave, instead of where they are written. */
  readonly refuses: boolean;
};

type Node = { readonly type: string; readonly [part: string]: unknown };

const ROOT = path.resolve(import.meta.dirname, '../..');
const RIGHTS = path.join(ROOT, 'packages/contract/src/rights');

export const WEB: Speaker = {
  catalogs: path.join(ROOT, 'packages/web/src/words/catalogs'),
  sources: [path.join(ROOT, 'packages/web/src')],
  refuses: false,
};

export const SERVER: Speaker = {
  catalogs: path.join(ROOT, 'packages/server/src/engine/words/catalogs'),
  sources: ['engine', 'http', 'delivery', 'organization', 'chat', 'app'].map((layer) =>
    path.join(ROOT, 'packages/server/src', layer),
  ),
  refuses: true,
};

/** Functions whose first argument is a text. */
const MARKERS = new Set(['t', 'msg']);
/** Functions that make a refusal, with the place of its text. */
const REFUSALS: ReadonlyMap<string, number> = new Map([
  ['badRequest', 0],
  ['notFound', 0],
  ['failed', 0],
  ['ApiError', 1],
]);

/** Every text of a speaker that is translated, once, in the order of the files. */
export function extractTexts({ sources, refuses }: Speaker): readonly SourceText[] {
  const found = new Map<string, SourceText>();
  const add = (text: SourceText): void => {
    if (!found.has(text.text)) found.set(text.text, text);
  };
  for (const file of sources.flatMap(sourcesIn)) {
    const ast = parse(file);
    textsOf(ast, file, add);
    if (refuses) refusalsOf(ast, file, add);
  }
  for (const file of sourcesIn(RIGHTS)) reasonsOf(parse(file), file, add);
  return [...found.values()];
}

/** Tests, the command line, and what only models and developers read. */
const UNREAD = /\.(?:test|rules)\.tsx?$|^(?:cli|mcp|reference)\//;

function sourcesIn(directory: string): string[] {
  return globSync('**/*.{ts,tsx}', { cwd: directory })
    .filter((name) => !UNREAD.test(name))
    .toSorted()
    .map((name) => path.join(directory, name));
}

function textsOf(ast: Node, file: string, add: (text: SourceText) => void): void {
  walk(ast, (node) => {
    if (node.type !== 'CallExpression') return;
    const [first] = node['arguments'] as readonly Node[];
    const callee = calleeOf(node);
    if (first === undefined || callee === undefined) return;
    if (callee === 'plural') addPlural(node, file, add);
    else if (MARKERS.has(callee)) for (const text of literalsOf(first)) add({ text, file });
  });
}

/** `t` of `t(…)` and of `words.t(…)`. */
function calleeOf(call: Node): string | undefined {
  const callee = call['callee'] as Node;
  const name = callee.type === 'MemberExpression' ? (callee['property'] as Node)['name'] : callee['name'];
  return typeof name === 'string' ? name : undefined;
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

/** Refusals that a person reads. Those that name a part of the API are for programs, and stay English. */
function refusalsOf(ast: Node, file: string, add: (text: SourceText) => void): void {
  walk(ast, (node) => {
    if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return;
    const at = REFUSALS.get(String((node['callee'] as Node)['name']));
    const given = at === undefined ? undefined : (node['arguments'] as readonly Node[])[at];
    if (given === undefined) return;
    for (const text of templatesOf(given)) if (isForPeople(text)) add({ text, file });
  });
}

const FOR_PROGRAMS =
  /^[a-z{]|[a-z]_[a-z]|'|\b(?:[Pp]arameters?|grant|header|payload|Base64|JSON|P-256|queue|URL|characters?|webhook request|sub-?messages?|widget|anchor|narrow|flag|reverse template|of the request|idempotency|Basic authentication|malformed|parts?|in one request|[Ss]pecify|every linkifier|client (?:read|has)|built-in|fragment|subtype|subgroup|navigation view|path does|fetch at most|of this type cannot|listed twice|session|tokens?|push service|rendered|presence data|target channel|bytes?|policies|subdomain|wildcard)\b|request (?:body|has|must|contains|changes)|parley (?:import|realm)/;

function isForPeople(text: string): boolean {
  return text.includes(' ') && !FOR_PROGRAMS.test(text);
}

/** Reasons why something is not allowed, which server and client share. */
function reasonsOf(ast: Node, file: string, add: (text: SourceText) => void): void {
  walk(ast, (node) => {
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

/** The same, where a template has numbers in braces for its values. */
function templatesOf(node: Node): readonly string[] {
  if (node.type === 'ConditionalExpression')
    return [...templatesOf(node['consequent'] as Node), ...templatesOf(node['alternate'] as Node)];
  return node.type === 'TemplateLiteral' ? [templateOf(node)] : literalsOf(node);
}

function templateOf(node: Node): string {
  const values = node['expressions'] as readonly Node[];
  return (node['quasis'] as readonly { readonly value: { readonly cooked: string } }[])
    .map(({ value }, index) => value.cooked + (index < values.length ? `{${index + 1}}` : ''))
    .join('');
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
