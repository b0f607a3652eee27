import type { RenderContext } from './context.ts';
import { nothingFound } from './found.ts';
import { literalPrefix } from './linkifiers/literal-prefix.ts';
import type { RenderResult } from './result.ts';

/** Longer texts gain nothing: parsing is no longer the smaller part of their cost. */
const MAX_PLAIN_CHARACTERS = 500;

// Words and punctuation that mean nothing to any rule, on one line that begins with a letter; a full stop
// only where no address can follow it.
const PLAIN = /^[A-Za-z\u00c0-\u024f](?:[A-Za-z0-9 ,!?%=+'"()/\u00c0-\u024f\u0370-\u167f-]|\.(?= |$))*$/;

/** Renders a short plain text without a parser; most messages are such. Returns undefined for other texts. */
export function renderPlain(content: string, context: RenderContext): RenderResult | undefined {
  if (content.length > MAX_PLAIN_CHARACTERS || !PLAIN.test(content)) return undefined;
  if (context.linkifiers?.some((linkifier) => mayMatch(linkifier.pattern, content))) return undefined;
  return nothingFound(`<p>${content.trimEnd()}</p>`, content);
}

function mayMatch(pattern: string, content: string): boolean {
  const prefix = literalPrefix(pattern);
  return prefix === '' || content.includes(prefix);
}
