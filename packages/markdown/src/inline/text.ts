import type { MarkdownIt, StateInline } from 'markdown-it';

/** Takes everything up to the next character at which one of our rules could begin. */
export function text(md: MarkdownIt): void {
  md.inline.ruler.at('text', plainRun);
}

const UNTIL_SPECIAL = /[^`@$#<[!]+/y;

function plainRun(state: StateInline): boolean {
  UNTIL_SPECIAL.lastIndex = state.pos;
  const match = UNTIL_SPECIAL.exec(state.src);
  if (match === null) return false;
  state.pending += match[0];
  state.pos += match[0].length;
  return true;
}
