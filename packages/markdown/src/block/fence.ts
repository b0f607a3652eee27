import type { MarkdownIt, StateBlock } from 'markdown-it';
import { codeBlockHtml } from '../code/code-block.ts';
import { typeset } from '../code/typeset.ts';
import { jobOf } from '../job.ts';
import { FenceTracker, fenceOpening, isQuote } from './fences.ts';
import { lineAt, mayNest, parseNested, pushHtml } from './nested.ts';

/** Blocks between lines of back-ticks or tildes: code, quotes, spoilers and formulas. */
export function fence(md: MarkdownIt): void {
  md.block.ruler.at('fence', parse, { alt: ['paragraph', 'reference', 'blockquote', 'list'] });
  md.enable('fence');
}

function parse(state: StateBlock, start: number, end: number, silent: boolean): boolean {
  const opening = fenceOpening(lineAt(state, start));
  if (opening === undefined) return false;
  if (silent) return true;
  const language = opening.language || (jobOf(state.env).context.defaultCodeLanguage ?? '');
  const close = closingLine(state, start, end, opening.fence, language);
  const lines: string[] = [];
  for (let line = start + 1; line < close; line++) lines.push(lineAt(state, line));
  pushBlock(state, language, opening.header, withoutIndent(lines, opening.indent));
  state.line = Math.min(close + 1, end);
  return true;
}

/** An unclosed fence runs to the end. */
function closingLine(state: StateBlock, start: number, end: number, fence: string, language: string): number {
  const tracker = new FenceTracker();
  tracker.open(fence, language);
  for (let line = start + 1; line < end; line++) {
    tracker.feed(lineAt(state, line));
    if (!tracker.isOpen) return line;
  }
  return end;
}

function withoutIndent(lines: string[], indent: number): string[] {
  if (indent === 0) return lines;
  return lines.map((line) => line.slice(Math.min(indent, line.length - line.trimStart().length)));
}

function pushBlock(state: StateBlock, language: string, header: string, lines: string[]): void {
  if (language === 'math' || language === 'latex' || language === 'tex') pushMath(state, lines);
  else if (isQuote(language) && mayNest(state)) pushQuote(state, lines.join('\n'));
  else if (language === 'spoiler' && mayNest(state)) pushSpoiler(state, header, lines.join('\n'));
  else pushHtml(state, `${codeBlockHtml(jobOf(state.env), lines, language)}\n`);
}

export function pushQuote(state: StateBlock, text: string): void {
  state.push('blockquote_open', 'blockquote', 1);
  parseNested(state, text);
  state.push('blockquote_close', 'blockquote', -1);
}

function pushSpoiler(state: StateBlock, header: string, text: string): void {
  pushHtml(state, '<div class="spoiler-block"><div class="spoiler-header">\n');
  if (header !== '') parseNested(state, header);
  pushHtml(state, '</div><div class="spoiler-content" aria-hidden="true">\n');
  parseNested(state, text);
  pushHtml(state, '</div></div>\n');
}

function pushMath(state: StateBlock, lines: string[]): void {
  const job = jobOf(state.env);
  const paragraphs = lines
    .map((line) => line.trimEnd())
    .join('\n')
    .split(/\n\n+/);
  for (const tex of paragraphs) {
    if (tex !== '') pushHtml(state, `<p>${typeset(job, tex, 'display')}</p>\n`);
  }
}
