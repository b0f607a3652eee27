import type { StateInline } from 'markdown-it';
import { codeSpansOf } from './code-span.ts';

/** How deep parentheses may be nested inside the target of a link. */
const deepestTarget = 6;

/** `[label](target)` found at a bracket. */
export interface Bracketed {
  label: string;
  target: string;
  title: string | undefined;
  /** Where the target's text starts, and where the construct ends. */
  targetStart: number;
  end: number;
}

const inside = /^\s*(?:<([^<>\n]*)>|([^\s<]\S*|))(?:\s+(?:"([^"]*)"|'([^']*)'))?\s*$/;

/** Reads a link at an opening bracket. */
export function bracketedAt(state: StateInline, open: number): Bracketed | undefined {
  const pairs = pairsOf(state);
  const close = pairs.closeOf.get(open);
  if (close === undefined || state.src[close + 1] !== '(') return undefined;
  const end = pairs.closeOf.get(close + 1);
  if (end === undefined || (pairs.heightOf.get(close + 1) ?? 0) > deepestTarget) return undefined;
  const parts = inside.exec(state.src.slice(close + 2, end));
  if (parts === null) return undefined;
  return {
    label: state.src.slice(open + 1, close),
    target: parts[1] ?? parts[2] ?? '',
    title: parts[3] ?? parts[4],
    targetStart: close + 2,
    end: end + 1,
  };
}

interface Pairs {
  closeOf: Map<number, number>;
  /** For a parenthesis: how many levels lie inside it. */
  heightOf: Map<number, number>;
}

const pairsByState = new WeakMap<StateInline, Pairs>();

/** All brackets are paired once, so that a long row of opening ones costs one pass. */
function pairsOf(state: StateInline): Pairs {
  const known = pairsByState.get(state);
  if (known !== undefined) return known;
  const pairs: Pairs = { closeOf: new Map(), heightOf: new Map() };
  pairsByState.set(state, pairs);
  if (!state.src.includes('](')) return pairs;
  const squares: number[] = [];
  const rounds: { at: number; height: number }[] = [];
  const code = codeSpansOf(state);
  let afterCode = 0;
  for (const { 0: character, index } of state.src.matchAll(/[[\]()]|`+/g)) {
    if (index < afterCode) continue;
    if (character.startsWith('`')) afterCode = code.get(index)?.end ?? 0;
    else if (character === '[') squares.push(index);
    else if (character === '(') rounds.push({ at: index, height: 0 });
    else if (character === ']') {
      const open = squares.pop();
      if (open !== undefined) pairs.closeOf.set(open, index);
    } else {
      const open = rounds.pop();
      if (open === undefined) continue;
      pairs.closeOf.set(open.at, index);
      pairs.heightOf.set(open.at, open.height);
      const outer = rounds.at(-1);
      if (outer !== undefined) outer.height = Math.max(outer.height, open.height + 1);
    }
  }
  return pairs;
}
