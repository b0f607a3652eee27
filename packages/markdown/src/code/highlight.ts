import type { HighlightEngine } from '../engines.ts';
import { escapeCode } from '../html.ts';
import { type Grammar, grammarOf } from './grammars.ts';
import { languageName } from './languages.ts';

/** Highlighting by grammars of our own. */
export const highlighting: HighlightEngine = { languageName, html: highlight };

/**
 * Code with spans of the classes that clients style; undefined if no grammar knows the language. One walk, in
 * which no pattern ever looks back: time is proportional to the length whatever the code.
 */
function highlight(code: string, language: string): string | undefined {
  const name = languageName(language) ?? language;
  const grammar = grammarOf(name);
  if (grammar === undefined) return undefined;
  if (name === 'Diff') return diffHtml(code);
  return wordsHtml(code, grammar);
}

function wordsHtml(code: string, grammar: Grammar): string {
  const pattern = patternOf(grammar);
  pattern.lastIndex = 0;
  let html = '';
  let before = '';
  for (let match = pattern.exec(code); match !== null; match = pattern.exec(code)) {
    const { groups = {}, 0: found } = match;
    const name = classOf(found, groups, grammar, before, code, pattern.lastIndex);
    html += name === '' ? escapeCode(found) : `<span class="${name}">${escapeCode(found)}</span>`;
    if (groups['space'] === undefined) before = found;
  }
  return html;
}

function classOf(
  found: string,
  groups: Readonly<Record<string, string | undefined>>,
  grammar: Grammar,
  before: string,
  code: string,
  end: number,
): string {
  if (groups['space'] !== undefined) return '';
  if (groups['block'] !== undefined) return 'cm';
  if (groups['line'] !== undefined) return 'c1';
  if (groups['string'] !== undefined) {
    if (grammar.keys && isKey(code, end)) return 'nt';
    return found.startsWith("'") ? 's1' : 's2';
  }
  if (groups['number'] !== undefined) return numberClass(found);
  if (groups['decorator'] !== undefined) return grammar.decorators ? 'nd' : 'n';
  if (groups['word'] !== undefined) return wordClass(found, grammar, before, code, end);
  return groups['operator'] === undefined ? 'p' : 'o';
}

const FUNCTION_KEYWORDS: ReadonlySet<string> = new Set([
  'def',
  'fn',
  'fun',
  'func',
  'function',
  'sub',
  'defp',
  'defn',
]);
const TYPE_KEYWORDS: ReadonlySet<string> = new Set([
  'class',
  'interface',
  'struct',
  'enum',
  'trait',
  'protocol',
  'type',
]);

function wordClass(found: string, grammar: Grammar, before: string, code: string, end: number): string {
  if (grammar.tags) return tagWordClass(before, code, end);
  if (grammar.keys && isKey(code, end)) return 'na';
  const word = grammar.anyCase ? found.toLowerCase() : found;
  if (grammar.keywords.has(word)) return 'k';
  if (grammar.constants.has(word)) return 'kc';
  if (grammar.types.has(word)) return 'kt';
  if (FUNCTION_KEYWORDS.has(before)) return 'nf';
  if (TYPE_KEYWORDS.has(before)) return 'nc';
  return grammar.builtins.has(word) ? 'nb' : 'n';
}

function tagWordClass(before: string, code: string, end: number): string {
  if (before === '<' || before === '</') return 'nt';
  return code[end] === '=' ? 'na' : '';
}

function isKey(code: string, end: number): boolean {
  const next = code[end] === ' ' ? code[end + 1] : code[end];
  return next === ':' || next === '=';
}

function numberClass(found: string): string {
  if (/^0x/i.test(found)) return 'mh';
  return /[.eE]/.test(found) ? 'mf' : 'mi';
}

const patternsByGrammar = new WeakMap<Grammar, RegExp>();

function patternOf(grammar: Grammar): RegExp {
  const known = patternsByGrammar.get(grammar);
  if (known !== undefined) return known;
  const pattern = makePattern(grammar);
  patternsByGrammar.set(grammar, pattern);
  return pattern;
}

/** Every alternative takes what it can and never fails late, so that the walk cannot go back and forth. */
function makePattern(grammar: Grammar): RegExp {
  const blocks = grammar.blockComments.map(([open, close]) => `${escape(open)}[^]*?(?:${escape(close)}|$)`);
  const lines = grammar.lineComments.map((mark) => `${escape(mark)}[^\\n]*`);
  const strings = grammar.quotes.map(stringPattern);
  const parts = [
    String.raw`(?<space>\s+)`,
    named('block', blocks),
    named('line', lines),
    named('string', strings),
    String.raw`(?<number>\d[\w.]*)`,
    String.raw`(?<decorator>@[\p{L}_][\p{L}\p{N}_.]*)`,
    grammar.keys || grammar.tags
      ? String.raw`(?<word>[\p{L}_$][\p{L}\p{N}_$.-]*)`
      : String.raw`(?<word>[\p{L}_$][\p{L}\p{N}_$]*)`,
    grammar.tags ? String.raw`(?<operator><\/?|[^])` : String.raw`(?<operator>[-+*/%=<>!&|^~?:@#]+)|[^]`,
  ];
  return new RegExp(parts.filter((part) => part !== '').join('|'), 'gu');
}

function stringPattern(quote: string): string {
  const mark = escape(quote);
  if (quote.length > 1) return `${mark}[^]*?(?:${mark}|$)`;
  const inside = quote === '`' ? '[^`\\\\]' : `[^${quote}\\\\\\n]`;
  return `${mark}(?:\\\\[^]|${inside})*(?:${mark}|\\\\?)`;
}

function named(name: string, alternatives: readonly string[]): string {
  return alternatives.length === 0 ? '' : `(?<${name}>${alternatives.join('|')})`;
}

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
}

function diffHtml(code: string): string {
  return code
    .split('\n')
    .map((line) => {
      const name = diffClass(line);
      return name === '' ? escapeCode(line) : `<span class="${name}">${escapeCode(line)}</span>`;
    })
    .join('\n');
}

function diffClass(line: string): string {
  if (/^(?:diff |index |--- |\+\+\+ )/.test(line)) return 'gh';
  if (line.startsWith('@@')) return 'gu';
  if (line.startsWith('+')) return 'gi';
  return line.startsWith('-') ? 'gd' : '';
}
