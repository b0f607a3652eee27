import { common, createLowlight } from 'lowlight';
import { escapeCode } from '../html.ts';
import { languageName } from './languages.ts';

const lowlight = createLowlight(common);

/** Code with spans of the classes that clients style; nothing if no grammar knows the language. */
export function highlight(code: string, language: string): string | undefined {
  const grammar = grammarOf(language);
  if (grammar === undefined) return undefined;
  const { children } = lowlight.highlight(grammar, code);
  return nodesHtml(children, !proseGrammars.has(grammar));
}

/** Grammars for languages whose name here differs from the one that authors write. */
const otherNames: Readonly<Record<string, string>> = {
  'Bash Session': 'shell',
  MySQL: 'sql',
  'PostgreSQL SQL dialect': 'sql',
  'Python 2.x': 'python',
  'Python console session': 'python-repl',
  'Transact-SQL': 'sql',
  Docker: 'bash',
  TSX: 'typescript',
};

/** Where words between the marked ones are text or names of things, not identifiers. */
const proseGrammars: ReadonlySet<string> = new Set([
  'xml',
  'markdown',
  'plaintext',
  'diff',
  'ini',
  'yaml',
  'json',
  'shell',
  'bash',
  'css',
  'less',
  'scss',
]);

function grammarOf(language: string): string | undefined {
  const written = language.toLowerCase();
  const name = languageName(written) ?? written;
  const other = otherNames[name];
  return [other, written, name.toLowerCase()].find(
    (candidate) => candidate !== undefined && lowlight.registered(candidate),
  );
}

interface Node {
  type: string;
  value?: string;
  properties?: { className?: unknown };
  children?: readonly Node[];
}

function nodesHtml(nodes: readonly Node[], splitWords: boolean): string {
  let html = '';
  for (const node of nodes) {
    if (node.type === 'text') html += splitWords ? wordsHtml(node.value ?? '') : escapeCode(node.value ?? '');
    else html += elementHtml(node, splitWords);
  }
  return html;
}

function elementHtml(node: Node, splitWords: boolean): string {
  const names = node.properties?.className;
  const scope = Array.isArray(names)
    ? names
        .join('.')
        .replace(/^hljs-/, '')
        .replaceAll('_', '')
    : '';
  const children = node.children ?? [];
  const found = classes[scope] ?? classes[scope.split('.')[0] ?? ''];
  if (found === undefined) return nodesHtml(children, splitWords);
  const name = found === 'm' ? numberClass(children) : found;
  return `<span class="${name}">${nodesHtml(children, false)}</span>`;
}

function numberClass(children: readonly Node[]): string {
  const written = children[0]?.value ?? '';
  if (/^0x/i.test(written)) return 'mh';
  return /[.e]/i.test(written) ? 'mf' : 'mi';
}

const word = /([\p{L}_$][\p{L}\p{N}_$]*)|([-+*/%=<>!&|^~?:@]+)|([()[\]{};,.]+)|[^]/gu;

function wordsHtml(text: string): string {
  return text.replace(word, (found: string, name?: string, operator?: string, mark?: string) => {
    if (name !== undefined) return `<span class="n">${name}</span>`;
    if (operator !== undefined) return `<span class="o">${escapeCode(operator)}</span>`;
    return mark === undefined ? escapeCode(found) : `<span class="p">${mark}</span>`;
  });
}

/** What the grammars call a piece of code → the short class that clients style. `m` is refined by its digits. */
const classes: Readonly<Record<string, string>> = {
  addition: 'gi',
  attr: 'na',
  attribute: 'na',
  built_in: 'nb',
  builtin: 'nb',
  'char.escape': 'se',
  comment: 'c1',
  deletion: 'gd',
  doctag: 'cs',
  emphasis: 'ge',
  keyword: 'k',
  literal: 'kc',
  meta: 'cp',
  name: 'nt',
  number: 'm',
  operator: 'o',
  property: 'na',
  punctuation: 'p',
  regexp: 'sr',
  section: 'gh',
  'selector-attr': 'na',
  'selector-class': 'nc',
  'selector-id': 'nf',
  'selector-pseudo': 'nd',
  'selector-tag': 'nt',
  string: 's',
  strong: 'gs',
  subst: 'si',
  symbol: 'ss',
  'template-tag': 'cp',
  'template-variable': 'nv',
  title: 'nf',
  'title.class': 'nc',
  type: 'kt',
  variable: 'nv',
  'variable.constant': 'no',
  'variable.language': 'bp',
};
