import type { MarkdownIt, StateInline, Token } from 'markdown-it';
import { makeAtom, makeText, replaceTokens } from './atom.ts';

/** `***both***`, `**strong**`, `*emphasis*` and `~~deletion~~`, in this order of precedence. */
export function emphasis(md: MarkdownIt): void {
  md.inline.ruler2.push('emphasis', apply);
}

function apply(state: StateInline): void {
  if (!state.tokens.some((token) => token.type === 'text' && /[*~]/.test(token.content))) return;
  const cuts = new Map<number, Cut>();
  findMarks(maskOf(state.tokens), 0, 0, cuts);
  if (cuts.size > 0) replaceTokens(state, cutTokens(state, cuts));
}

/** A mark in the mask: its length and its HTML. */
type Cut = {
  readonly length: number;
  readonly html: string;
};

type Mark = {
  readonly pattern: RegExp;
  readonly length: number;
  readonly open: string;
  readonly close: string;
};

// Each pattern stops at the first character that cannot match, so that a scan stays linear.
const MARKS: readonly Mark[] = [
  {
    pattern: /\*{3}[^\s*^](?:[^*^\n]*[^\s*^])?\*{3}/g,
    length: 3,
    open: '<strong><em>',
    close: '</em></strong>',
  },
  { pattern: /\*\*[^\n]+?\*\*/g, length: 2, open: '<strong>', close: '</strong>' },
  { pattern: /\*[^\s*^](?:[^*^\n]*[^\s*^])?\*/g, length: 1, open: '<em>', close: '</em>' },
  { pattern: /(?<!~)~~[^~\n]+~~(?!~)/g, length: 2, open: '<del>', close: '</del>' },
];

/** The text with every atom as one letter: marks pair around atoms, never inside. */
function maskOf(tokens: readonly Token[]): string {
  return tokens.map((token) => (token.type === 'text' ? token.content : 'x')).join('');
}

/** A pair found by one mark is opaque to the later ones outside it, and its inside is theirs alone. */
function findMarks(mask: string, offset: number, first: number, cuts: Map<number, Cut>): void {
  let rest = mask;
  for (const [index, mark] of MARKS.entries()) {
    if (index < first) continue;
    rest = rest.replace(mark.pattern, (pair: string, at: number) => {
      const start = offset + at;
      cuts.set(start, { length: mark.length, html: mark.open });
      cuts.set(start + pair.length - mark.length, { length: mark.length, html: mark.close });
      findMarks(pair.slice(mark.length, -mark.length), start + mark.length, index + 1, cuts);
      return 'x'.repeat(pair.length);
    });
  }
}

function cutTokens(state: StateInline, cuts: ReadonlyMap<number, Cut>): Token[] {
  const positions = [...cuts.keys()].toSorted((a, b) => a - b);
  const tokens: Token[] = [];
  let offset = 0;
  let next = 0;
  for (const token of state.tokens) {
    if (token.type !== 'text') {
      tokens.push(token);
      offset++;
      continue;
    }
    const end = offset + token.content.length;
    let at = offset;
    for (; (positions[next] ?? Infinity) < end; next++) {
      const position = positions[next] ?? end;
      const cut = cuts.get(position);
      if (cut === undefined) continue;
      if (position > at) tokens.push(makeText(state, token.content.slice(at - offset, position - offset)));
      tokens.push(makeAtom(state, cut.html));
      at = position + cut.length;
    }
    if (at < end) tokens.push(makeText(state, token.content.slice(at - offset)));
    offset = end;
  }
  return tokens;
}
