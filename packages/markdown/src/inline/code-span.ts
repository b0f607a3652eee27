import type { MarkdownIt, StateInline } from 'markdown-it';
import { escapeCode, escapeText } from '../html.ts';
import { pushAtom } from './atom.ts';

/** `` `code` `` between runs of back-ticks of the same length; nothing inside is interpreted. */
export function codeSpan(md: MarkdownIt): void {
  md.inline.ruler.push('code_span', parse);
}

function parse(state: StateInline): boolean {
  if (state.src[state.pos] !== '`') return false;
  const span = codeSpansOf(state).get(state.pos);
  if (span === undefined) {
    state.pending += '`';
    state.pos++;
    return true;
  }
  pushAtom(state, codeHtml(state.src, span));
  state.pos = span.end;
  return true;
}

/** A span of code, back-ticks included. */
export type CodeSpan = {
  readonly start: number;
  readonly end: number;
  readonly ticks: number;
};

const spansByState = new WeakMap<StateInline, Map<number, CodeSpan>>();

/** The spans of the text that is being parsed, by their start. Code wins over every other rule. */
export function codeSpansOf(state: StateInline): Map<number, CodeSpan> {
  const known = spansByState.get(state);
  if (known !== undefined) return known;
  const spans = codeSpansIn(state.src);
  spansByState.set(state, spans);
  return spans;
}

/** Plain text in which only code is special. */
export function textWithCode(text: string): string {
  let html = '';
  let end = 0;
  for (const span of codeSpansIn(text).values()) {
    html += escapeText(text.slice(end, span.start)) + codeHtml(text, span);
    end = span.end;
  }
  return html + escapeText(text.slice(end));
}

function codeHtml(text: string, { start, end, ticks }: CodeSpan): string {
  return `<code>${escapeCode(text.slice(start + ticks, end - ticks))}</code>`;
}

/** All runs of back-ticks are found once, so that many unclosed ones cannot make the search quadratic. */
function codeSpansIn(text: string): Map<number, CodeSpan> {
  const spans = new Map<number, CodeSpan>();
  if (!text.includes('`')) return spans;
  const runs = Array.from(text.matchAll(/`+/g), (match) => ({ start: match.index, ticks: match[0].length }));
  const closings = Map.groupBy(runs, (run) => run.ticks);
  const passed = new Map<number, number>();
  let end = 0;
  for (const { start, ticks } of runs) {
    if (start < end) continue;
    const candidates = closings.get(ticks) ?? [];
    let next = passed.get(ticks) ?? 0;
    while ((candidates[next]?.start ?? Infinity) <= start) next++;
    passed.set(ticks, next);
    const closing = candidates[next];
    if (closing === undefined) continue;
    end = closing.start + ticks;
    spans.set(start, { start, end, ticks });
  }
  return spans;
}
