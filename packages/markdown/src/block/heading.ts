import type { MarkdownIt, StateBlock } from 'markdown-it';
import { lineAt } from './nested.ts';

/** One to six `#`, a space and a text. The library's rule also takes a `#` alone, which users just write. */
export function heading(md: MarkdownIt): void {
  md.block.ruler.at('heading', parse, { alt: ['paragraph', 'reference', 'blockquote'] });
}

export const HEADING_LINE = /^ {0,3}(#{1,6}) +([^ ].*)$/;

function parse(state: StateBlock, line: number, _end: number, silent: boolean): boolean {
  const match = HEADING_LINE.exec(lineAt(state, line));
  if (match === null) return false;
  if (silent) return true;
  const tag = `h${match[1]?.length ?? 1}`;
  state.push('heading_open', tag, 1);
  const inline = state.push('inline', '', 0);
  inline.content = withoutClosing((match[2] ?? '').trimEnd());
  inline.children = [];
  state.push('heading_close', tag, -1);
  state.line = line + 1;
  return true;
}

function withoutClosing(text: string): string {
  let end = text.length;
  while (text[end - 1] === '#') end--;
  return end === 0 || text[end - 1] === ' ' ? text.slice(0, end).trimEnd() : text;
}
