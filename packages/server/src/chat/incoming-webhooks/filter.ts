import type { WebhookMessage, WebhookOptions } from './integration.ts';

type Filters = Pick<WebhookOptions, 'only_events' | 'exclude_events'>;

/** Whether the filters in the address let a message pass; messages without an event type always pass. */
export function passesFilters(
  { event }: Pick<WebhookMessage, 'event'>,
  { only_events, exclude_events }: Filters,
): boolean {
  if (event === undefined) return true;
  const matches = (pattern: string): boolean => matchesPattern(pattern, event);
  return (only_events?.some(matches) ?? true) && !(exclude_events?.some(matches) ?? false);
}

/** Whether a name matches a shell pattern with `*`, `?` and `[…]`. Takes time in proportion to both lengths at most. */
export function matchesPattern(pattern: string, name: string): boolean {
  const tokens = tokensOf(pattern);
  let at = 0;
  let token = 0;
  /** The last star, and the first character after those that it takes. */
  let star: { readonly token: number; from: number } | undefined;
  while (at < name.length) {
    const current = tokens[token];
    if (current === 'any') {
      star = { token, from: at };
      token += 1;
    } else if (current?.(name.charAt(at)) === true) {
      at += 1;
      token += 1;
    } else if (star !== undefined) {
      star.from += 1;
      at = star.from;
      token = star.token + 1;
    } else return false;
  }
  return tokens.slice(token).every((rest) => rest === 'any');
}

type Token = 'any' | ((character: string) => boolean);

function tokensOf(pattern: string): Token[] {
  const tokens: Token[] = [];
  for (const [piece] of pattern.matchAll(/\[!?\]?[^\]]*\]|[^]/g)) {
    if (piece === '*') tokens.push('any');
    else if (piece === '?') tokens.push(() => true);
    else if (piece.length > 1) tokens.push(setOf(piece.slice(1, -1)));
    else tokens.push((character) => character === piece);
  }
  return tokens;
}

/** The characters of `[a-z]`, or all others for `[!a-z]`. */
function setOf(body: string): (character: string) => boolean {
  const isNegated = body.startsWith('!');
  const ranges = Array.from((isNegated ? body.slice(1) : body).matchAll(/([^])-([^])|([^])/g), (found) => {
    const [, from = found[3] ?? '', to = found[3] ?? ''] = found;
    return { from, to };
  });
  return (character) => ranges.some(({ from, to }) => from <= character && character <= to) !== isNegated;
}
