import type { RenderContext } from './context.ts';
import { renderPlain } from './render-plain.ts';
import { renderParsed } from './render.ts';
import type { RenderResult } from './result.ts';

/** No text of this length takes a millisecond without the engines. */
const MAX_SHORT_CHARACTERS = 500;

/**
 * Renders a short text that needs no engine: a thread would take several times as long to be asked. Returns undefined
 * for texts that need a thread.
 */
export function renderShort(content: string, context: RenderContext): RenderResult | undefined {
  const plain = renderPlain(content, context);
  if (plain !== undefined) return plain;
  if (content.length > MAX_SHORT_CHARACTERS || (context.linkifiers?.length ?? 0) > 0) return undefined;
  try {
    const result = renderParsed(content, context, {});
    return result.missing.length === 0 ? result : undefined;
  } catch {
    return undefined;
  }
}
