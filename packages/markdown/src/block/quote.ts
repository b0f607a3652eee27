import type { MarkdownIt, StateBlock } from 'markdown-it';
import { pushQuote } from './fence.ts';
import { fenceOpening } from './fences.ts';
import { lineAt, mayNest } from './nested.ts';

/** Lines that start with `>`, and what follows them up to a blank line. */
export function quote(md: MarkdownIt): void {
  md.block.ruler.at('blockquote', parse, { alt: ['paragraph', 'reference', 'blockquote', 'list'] });
  md.enable('blockquote');
}

export const QUOTE_LINE = /^ {0,3}> ?/;
const EMPTY_QUOTE_LINE = /^ {0,3}> *$/;

function parse(state: StateBlock, start: number, end: number, silent: boolean): boolean {
  if (!QUOTE_LINE.test(lineAt(state, start)) || isLiteral(state, start, end) || !mayNest(state)) return false;
  if (silent) return true;
  const lines: string[] = [];
  let line = start;
  for (; line < end && !state.isEmpty(line); line++) {
    const text = lineAt(state, line);
    if (fenceOpening(text) !== undefined) break;
    lines.push(text.replace(QUOTE_LINE, ''));
  }
  pushQuote(state, lines.join('\n'));
  state.line = line;
  return true;
}

type Stretch = {
  readonly from: number;
  readonly to: number;
};

const literalStretchByState = new WeakMap<StateBlock, Stretch>();

/** Empty `>` lines with nothing behind them stay text. The answer holds for all of them, so it is kept. */
function isLiteral(state: StateBlock, start: number, end: number): boolean {
  const known = literalStretchByState.get(state);
  if (known !== undefined && start >= known.from && start < known.to) return true;
  let line = start;
  while (line < end && EMPTY_QUOTE_LINE.test(lineAt(state, line))) line++;
  const literal = line > start && (line === end || state.isEmpty(line));
  if (literal) literalStretchByState.set(state, { from: start, to: line });
  return literal;
}
