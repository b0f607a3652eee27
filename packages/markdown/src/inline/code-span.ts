import type { MarkdownIt, StateInline } from 'markdown-it';
import { escapeCode } from '../html.ts';
import { pushAtom } from './atom.ts';

/** `` `code` `` between runs of back-ticks of the same length; nothing inside is interpreted. */
export function codeSpan(md: MarkdownIt): void {
  md.inline.ruler.push('code_span', parse);
}

function parse(state: StateInline): boolean {
  if (state.src[state.pos] !== '`') return false;
  const runs = runsOf(state);
  const start = state.pos;
  const length = runs.lengthAt.get(start) ?? 1;
  const close = nextRun(runs, length, start + length);
  if (close === undefined) {
    state.pending += state.src.slice(start, start + length);
    state.pos = start + length;
    return true;
  }
  pushAtom(state, `<code>${escapeCode(state.src.slice(start + length, close))}</code>`);
  state.pos = close + length;
  return true;
}

interface Runs {
  lengthAt: Map<number, number>;
  /** Starts of the runs of one length, in order, and how many of them lie behind us. */
  starts: Map<number, { at: number[]; passed: number }>;
}

const runsByState = new WeakMap<StateInline, Runs>();

/** All runs are found once, so that many unclosed ones cannot make the search quadratic. */
function runsOf(state: StateInline): Runs {
  const known = runsByState.get(state);
  if (known !== undefined) return known;
  const runs: Runs = { lengthAt: new Map(), starts: new Map() };
  for (const match of state.src.matchAll(/`+/g)) {
    const length = match[0].length;
    runs.lengthAt.set(match.index, length);
    const sameLength = runs.starts.get(length);
    if (sameLength === undefined) runs.starts.set(length, { at: [match.index], passed: 0 });
    else sameLength.at.push(match.index);
  }
  runsByState.set(state, runs);
  return runs;
}

function nextRun(runs: Runs, length: number, from: number): number | undefined {
  const candidates = runs.starts.get(length);
  if (candidates === undefined) return undefined;
  while ((candidates.at[candidates.passed] ?? Infinity) < from) candidates.passed++;
  return candidates.at[candidates.passed];
}
