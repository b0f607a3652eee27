import type { StateBlock } from 'markdown-it';
import { jobOf } from '../job.ts';

/** How many blocks may stand inside each other; what is deeper becomes plain text. */
const deepest = 12;

/** Parses text as blocks in the middle of the current ones. */
export function parseNested(state: StateBlock, text: string): void {
  const job = jobOf(state.env);
  job.depth++;
  state.md.block.parse(text, state.md, state.env, state.tokens);
  job.depth--;
}

export function mayNest(state: StateBlock): boolean {
  return jobOf(state.env).depth < deepest;
}

export function lineAt(state: StateBlock, line: number): string {
  return state.src.slice(state.bMarks[line], state.eMarks[line]);
}

/** Adds finished HTML, with its own line breaks. */
export function pushHtml(state: StateBlock, html: string): void {
  state.push('html', '', 0).content = html;
}
