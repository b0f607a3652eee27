import type { RenderContext } from './context.ts';
import type { Engines } from './engines.ts';
import { matchLinkifiers } from './linkifiers/match.ts';
import { render as renderWith } from './render.ts';
import type { RenderResult } from './result.ts';
import { highlighting } from './code/highlight.ts';
import { katexMath } from './code/katex.ts';

const engines: Engines = { highlight: highlighting, math: katexMath, linkifiers: matchLinkifiers };

/** `render` with every engine at hand: for servers, which need not save a page's first load. */
export function render(content: string, context: RenderContext = {}): RenderResult {
  return renderWith(content, context, engines);
}
