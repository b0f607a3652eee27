import { MAX_SYMBOLS } from './code/typeset.ts';
import type { RenderContext } from './context.ts';
import type { Engines } from './engines.ts';
import { envOf, Job } from './job.ts';
import { once } from './once.ts';
import { createParser } from './parser.ts';
import { renderPlain } from './render-plain.ts';
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
  job.symbolsLeft = MAX_SYMBOLS;
  const html = renderTokens(parser().parse(withoutTabs(content), envOf(job)), job);
  if (html.length > MAX_HTML_CHARACTERS) throw new HtmlTooLongError();
  assertSafe(html);
  return job.found.toResult(html, content);
}

/** Formulas and code grow most; a message of this size is not read. */
const MAX_HTML_CHARACTERS = 1_000_000;

/** The text stands for more HTML than a message may have. */
export class HtmlTooLongError extends Error {
  constructor() {
    super(`The text renders to more than ${MAX_HTML_CHARACTERS} characters`);
    this.name = 'HtmlTooLongError';
  }
}

const parser = once(createParser);

const TAB_COLUMNS = 4;

/** Tabs become spaces up to the next stop. */
function withoutTabs(content: string): string {
  if (!content.includes('\t')) return content;
  return content
    .split('\n')
    .map((line) => {
      let expanded = '';
      for (const [index, part] of line.split('\t').entries()) {
        if (index > 0) expanded += ' '.repeat(TAB_COLUMNS - (expanded.length % TAB_COLUMNS));
        expanded += part;
      }
      return expanded;
    })
    .join('\n');
}
