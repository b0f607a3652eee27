import type { MarkdownIt, StateInline } from 'markdown-it';
import { jobOf } from '../job.ts';
import { typeset } from '../code/typeset.ts';
import { pushAtom } from './atom.ts';

/** `$$x^2$$` inside a line, not glued to words or further dollar signs. */
export function math(md: MarkdownIt): void {
  md.inline.ruler.push('math', parse);
}

const SYNTAX = /(?<![\w$])\$\$([^\n_$](?:\\\$|[^$\n])*)\$\$(?![\w$])/y;

function parse(state: StateInline): boolean {
  if (state.src[state.pos] !== '$') return false;
  SYNTAX.lastIndex = state.pos;
  const match = SYNTAX.exec(state.src);
  if (match === null) return false;
  pushAtom(state, typeset(jobOf(state.env), match[1] ?? '', 'inline'));
  state.pos += match[0].length;
  return true;
}
