import type { StateBlock } from 'markdown-it';
import { jobOf } from '../job.ts';

/** Blocks inside each other; deeper ones become plain text. */
const MAX_NESTED_BLOCKS = 12;

/** Parses text as blocks in the middle of the current ones. */
export function parseNested(state: StateBlock, text: string): void {
  const job = jobOf(state.env);
  job.depth++;
  state.md.block.parse(text, state.md, state.env, state.tokens);
  job.depth--;
}

export function mayNest(state: StateBlock): boolean {
  return jobOf(state.env).depth < MAX_NESTED_BLOCKS;
}

export function lineAt(state: StateBlock, line: number): string {
  return state.src.slice(state.bMarks[line], state.eMarks[line]);
}

/** Adds finished HTML, with its own line breaks. */
export function pushHtml(state: StateBlock, html: string): void {
  state.push('html', '', 0).content = html;
}
