/** A text and the part of it that is selected. */
export type TextSelection = { readonly text: string; readonly start: number; readonly end: number };

/** Replaces a range of a text; the selection afterwards counts from the start of the text. */
export type TextEdit = {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
  readonly selectFrom: number;
  readonly selectTo: number;
};

/** Replaces a range and puts the caret behind the new text. */
export function replaceRange(from: number, to: number, insert: string): TextEdit {
  const caret = from + insert.length;
  return { from, to, insert, selectFrom: caret, selectTo: caret };
}

/** Smallest replacement that turns one text into another. */
export function differenceOf(before: string, after: string): { from: number; to: number; insert: string } {
  const shorter = Math.min(before.length, after.length);
  let from = 0;
  while (from < shorter && before[from] === after[from]) from += 1;
  let tail = 0;
  while (tail < shorter - from && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  return { from, to: before.length - tail, insert: after.slice(from, after.length - tail) };
}
