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

/** What one text may ask of the formula engine, whose time per character is a hundred times ours. */
export const texLimit = 3_000;
export const formulaLimit = 100;

function withinBudget(job: Job, tex: string): boolean {
  if (job.formulasLeft === 0 || tex.length > job.texLeft) return false;
  job.formulasLeft--;
  job.texLeft -= tex.length;
  return true;
}
