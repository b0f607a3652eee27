import { matchLinkifiers } from './match.ts';

/** The greatest length of a message. */
const TEXT_LENGTH = 10_000;
/** Characters of a pattern that are tried alone. */
const MAX_LETTERS = 6;

/**
 * Whether a pattern takes longer than a limit for any of several texts of the greatest length, made of its own characters.
 * The time grows with the size of a pattern, and with the square of the text if each search reads the rest of it.
 */
export function isSlowLinkifier(pattern: string, limitMs: number, now: () => number): boolean {
  const texts = textsFor(pattern);
  const measure = (text: string): number => {
    const begun = now();
    matchLinkifiers([{ pattern, urlTemplate: 'https://example.org/' }], text, true);
    return now() - begun;
  };
  // The first run compiles the pattern.
  measure(texts[0]?.slice(0, 100) ?? '');
  // A second run tells a slow pattern from a pause of the thread, such as a collection of garbage.
  return texts.some((text) => measure(text) > limitMs && measure(text) > limitMs);
}

function textsFor(pattern: string): string[] {
  const letters = lettersOf(pattern);
  const mixed = mix(letters);
  const patterns = [
    ...letters.slice(0, MAX_LETTERS),
    letters.join(''),
    mixed,
    `${letters.join('')} `,
    `${mixed} `,
  ];
  return patterns.map((part) => part.repeat(Math.ceil(TEXT_LENGTH / part.length)).slice(0, TEXT_LENGTH));
}

/** Characters that the pattern matches, as far as it names them: its own, the ends of ranges, members of classes. */
function lettersOf(pattern: string): string[] {
  const named = pattern
    .replaceAll(/\(\?P?<[^<>]*>/g, '(')
    .replaceAll(/\{[0-9,]+\}/g, '')
    .replaceAll(/\\[dDwWsSbB]/g, (escape) => ({ d: '0', w: 'a', s: ' ' })[escape[1] ?? ''] ?? '');
  const own = named.replaceAll(/[\\()[\]{}|?*+^$.]/g, '').replaceAll(/(.)-(.)/g, '$1$2');
  return [...new Set(own === '' ? 'a' : `${own}${named.includes('.') ? 'a' : ''}`)];
}

/** A sequence without a short period, the same for each measurement. */
function mix(letters: readonly string[]): string {
  let state = 1;
  let text = '';
  while (text.length < TEXT_LENGTH / 10) {
    state = (state * 48_271) % 2_147_483_647;
    text += letters[state % letters.length];
  }
  return text;
}
