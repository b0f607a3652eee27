import { fold } from './fold.ts';

/** Part of a text that a query matches, as offsets into the text. */
export type MatchRange = readonly [from: number, to: number];

export type Match = {
  /** Higher is better. */
  readonly score: number;
  readonly ranges: readonly MatchRange[];
};

/**
 * Finds every word of the query in the text: at its beginning, at the beginning of a word, or anywhere. Case and
 * accents do not count.
 */
export function matchText(query: string, text: string): Match | undefined {
  const words = fold(query.normalize('NFC')).split(/\s+/).filter(Boolean);
  if (words.length === 0) return { score: 0, ranges: [] };
  const folded = fold(text.normalize('NFC'));
  const ranges: MatchRange[] = [];
  let score = 0;
  for (const word of words) {
    const found = findWord(word, folded);
    if (found === undefined) return undefined;
    score += found.score;
    ranges.push([found.at, found.at + word.length]);
  }
  // Among equal matches the shorter text is meant more often.
  return {
    score: score / words.length - text.length / 1_000,
    ranges: folded.length === text.length ? ranges : [],
  };
}

function findWord(word: string, folded: string): { readonly at: number; readonly score: number } | undefined {
  if (folded === word) return { at: 0, score: 5 };
  if (folded.startsWith(word)) return { at: 0, score: 4 };
  for (let at = folded.indexOf(word); at !== -1; at = folded.indexOf(word, at + 1))
    if (!/[\p{L}\p{N}]/u.test(folded[at - 1] ?? ' ')) return { at, score: 3 };
  const at = folded.indexOf(word);
  return at === -1 ? undefined : { at, score: 1 };
}
