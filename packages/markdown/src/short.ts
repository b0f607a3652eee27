import type { RenderContext } from './context.ts';
import { renderPlain } from './plain.ts';
import { renderParsed } from './render.ts';
import type { RenderResult } from './result.ts';

/** No text of this length takes a millisecond without the engines. */
const longest = 500;

/**
 * Asking a thread costs several times what it takes to render a short text: those that need no engine are rendered
 * at once. Nothing if this one has to go to a thread.
 */
export function renderShort(content: string, context: RenderContext): RenderResult | undefined {
  const plain = renderPlain(content, context);
  if (plain !== undefined) return plain;
  if (content.length > longest || (context.linkifiers?.length ?? 0) > 0) return undefined;
  try {
    const result = renderParsed(content, context, {});
    return result.missing.length === 0 ? result : undefined;
  } catch {
    return undefined;
  }
}
