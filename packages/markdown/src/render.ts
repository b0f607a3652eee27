import type { MarkdownIt } from 'markdown-it';
import { symbolLimit } from './code/typeset.ts';
import type { RenderContext } from './context.ts';
import type { Engines } from './engines.ts';
import { envOf, Job } from './job.ts';
import { createParser } from './parser.ts';
import { renderPlain } from './plain.ts';
import { renderTokens } from './render-tokens.ts';
import type { RenderResult } from './result.ts';
import { assertSafe } from './safety/assert-safe.ts';

/** Message text → HTML and everything found in it. The same input always gives the same output. */
export function render(content: string, context: RenderContext = {}, engines: Engines = {}): RenderResult {
  return renderPlain(content, context) ?? renderParsed(content, context, engines);
}

/** Rendering without the short cut. */
export function renderParsed(content: string, context: RenderContext, engines: Engines): RenderResult {
  const job = new Job(context, engines);
  job.symbolsLeft = symbolLimit;
  parser ??= createParser();
  const html = renderTokens(parser.parse(withoutTabs(content), envOf(job)), job);
  if (html.length > longestHtml) throw new HtmlTooLong();
  assertSafe(html);
  return job.found.toResult(html, content);
}

/** Formulas and code grow most; nobody reads a message of this size. */
const longestHtml = 1_000_000;

/** The text stands for more HTML than a message may have. */
export class HtmlTooLong extends Error {
  constructor() {
    super(`The text renders to more than ${longestHtml} characters`);
    this.name = 'HtmlTooLong';
  }
}

let parser: MarkdownIt | undefined;

const tabStop = 4;

/** Tabs become spaces up to the next stop. */
function withoutTabs(content: string): string {
  if (!content.includes('\t')) return content;
  return content
    .split('\n')
    .map((line) => {
      let expanded = '';
      for (const [index, part] of line.split('\t').entries()) {
        if (index > 0) expanded += ' '.repeat(tabStop - (expanded.length % tabStop));
        expanded += part;
      }
      return expanded;
    })
    .join('\n');
}
