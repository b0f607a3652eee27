import { escapeCode } from '../html.ts';
import type { Job } from '../job.ts';
import { isSafe } from '../safety/assert-safe.ts';

/** A formula as HTML; one that cannot be typeset shows its source. */
export function typeset(job: Job, tex: string, kind: 'inline' | 'display'): string {
  const source = kind === 'inline' ? `$$${tex}$$` : tex;
  const engine = job.engines.math;
  if (engine === undefined) {
    job.found.missing.add('math');
    return `<span class="katex">${escapeCode(source)}</span>`;
  }
  const html = withinBudget(job, tex) ? engine(tex, kind === 'display') : undefined;
  return html !== undefined && isSafe(html) ? html : `<span class="tex-error">${escapeCode(source)}</span>`;
}

/**
 * Bounds the symbols and commands of all formulas in one text: the formula engine takes a hundred times longer for a
 * symbol than the renderer for a character. Each formula costs a few symbols more than it has.
 */
export const MAX_SYMBOLS = 800;
const SYMBOLS_PER_FORMULA = 3;
const SYMBOL = /\\[a-zA-Z]+|\\.|[^\s{}]/gs;

function withinBudget(job: Job, tex: string): boolean {
  const cost = SYMBOLS_PER_FORMULA + (tex.match(SYMBOL)?.length ?? 0);
  if (cost > job.symbolsLeft) return false;
  job.symbolsLeft -= cost;
  return true;
}
