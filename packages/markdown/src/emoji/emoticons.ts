/** Emoticons and the names of their emoji. */
const EMOTICONS: readonly (readonly [written: string, name: string])[] = [
  [':)', 'slight_smile'],
  ['(:', 'slight_smile'],
  [':(', 'frown'],
  ['<3', 'heart'],
  [':|', 'neutral'],
  [':/', 'confused'],
  [';)', 'wink'],
  [':D', 'smiley'],
  [':o', 'open_mouth'],
  [':O', 'open_mouth'],
  [':p', 'stuck_out_tongue'],
  [':P', 'stuck_out_tongue'],
];

const DELIMITER = /[\s.,;:!?'"()[\]{}<>*~_-]/;

/** The emoticon that stands at a position, if nothing but space or punctuation touches it. */
export function emoticonAt(text: string, at: number): { name: string; length: number } | undefined {
  if (at > 0 && !DELIMITER.test(text[at - 1] ?? '')) return undefined;
  for (const [written, name] of EMOTICONS) {
    if (!text.startsWith(written, at)) continue;
    const after = text[at + written.length];
    if (after === undefined || DELIMITER.test(after)) return { name, length: written.length };
  }
  return undefined;
}
