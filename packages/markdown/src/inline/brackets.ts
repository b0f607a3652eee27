import type { StateInline } from 'markdown-it';
import { codeSpansOf } from './code-span.ts';

/** Levels of parentheses inside the target of a link. */
const MAX_TARGET_DEPTH = 6;

/** `[label](target)` found at a bracket. */
export type Bracketed = {
  readonly label: string;
  readonly target: string;
  readonly title: string | undefined;
  /** Start of the target's text, and end of the construct. */
  readonly targetStart: number;
  readonly end: number;
};

/** Reads a link at an opening bracket. */
export function bracketedAt(state: StateInline, open: number): Bracketed | undefined {
  const pairs = pairsOf(state);
  const close = pairs.closeOf.get(open);
  if (close === undefined || state.src[close + 1] !== '(') return undefined;
  const end = pairs.closeOf.get(close + 1);
  if (end === undefined || (pairs.heightOf.get(close + 1) ?? 0) > MAX_TARGET_DEPTH) return undefined;
  const destination = destinationIn(state.src.slice(close + 2, end));
  if (destination === undefined) return undefined;
  return {
    label: state.src.slice(open + 1, close),
    ...destination,
    targetStart: close + 2,
    end: end + 1,
  };
}

type Destination = Pick<Bracketed, 'target' | 'title'>;

/** Reads `target`, `<target>`, each with an optional title in quotes after a blank; undefined for other texts. */
function destinationIn(text: string): Destination | undefined {
  const start = text.trimStart();
  if (start.startsWith('<')) {
    const target = /^<([^<>\n]*)>/.exec(start)?.[1];
    return target === undefined ? undefined : withTitle(target, start.slice(target.length + 2));
  }
  const target = /^\S*/.exec(start)?.[0] ?? '';
  const hasOnlyTitle = start.length < text.length;
  return (
    withTitle(target, start.slice(target.length)) ?? (hasOnlyTitle ? withTitle('', ` ${start}`) : undefined)
  );
}

/** The target with the title in the rest of the text; undefined if the rest is something else. */
function withTitle(target: string, rest: string): Destination | undefined {
  const quoted = rest.trim();
  if (quoted === '') return { target, title: undefined };
  const mark = quoted.charAt(0);
  const isQuoted = /^\s/.test(rest) && (mark === '"' || mark === "'");
  if (!isQuoted || quoted.indexOf(mark, 1) !== quoted.length - 1) return undefined;
  return { target, title: quoted.slice(1, -1) };
}

type Pairs = {
  readonly closeOf: Map<number, number>;
  /** For a parenthesis: the number of levels inside it. */
  readonly heightOf: Map<number, number>;
};

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
