/**
 * Replaces stretches of a text, each from an opening to the next closing text. Unlike a pattern with `[^]*?`, this does not
 * search the rest of the text again for every opening that is not closed.
 */
export function replaceBetween(
  text: string,
  opening: RegExp,
  closing: string,
  replacementOf: (body: string, opened: RegExpExecArray) => string,
): string {
  let replaced = '';
  let at = 0;
  for (const opened of text.matchAll(opening)) {
    if (opened.index < at) continue;
    const from = opened.index + opened[0].length;
    const to = text.indexOf(closing, from);
    if (to === -1) break;
    replaced += text.slice(at, opened.index) + replacementOf(text.slice(from, to), opened);
    at = to + closing.length;
  }
  return replaced + text.slice(at);
}
