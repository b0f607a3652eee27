import type { Atom } from './atoms.ts';
import { hasStem, type Stem } from './stems.ts';
import { MAX_TOKEN_LENGTH } from './tokens.ts';

/** Shorter words are not taken for beginnings of others, except in joined units. In code points. */
const MIN_BEGINNING_LENGTH = 3;

/** Whether a word of a text, or a token of the index, is a form of a word that was asked for. */
export function acceptsForm(asked: string, stems: readonly Stem[], word: string): boolean {
  return (
    word === asked ||
    (isBeginning(asked, word) && canBegin(asked)) ||
    stems.some((stem) => hasStem(word, stem))
  );
}

/** Whether a word may stand for longer words; the index cuts the longest ones, so they must be equal. */
export function canBegin(asked: string): boolean {
  return asked.length <= MAX_TOKEN_LENGTH && Array.from(asked).length >= MIN_BEGINNING_LENGTH;
}

/** Whether a word begins with another; a number that goes on is another number. */
export function isBeginning(asked: string, word: string): boolean {
  return (
    word.length > asked.length &&
    word.startsWith(asked) &&
    !(ENDS_IN_DIGIT.test(asked) && STARTS_WITH_DIGIT.test(word.slice(asked.length, asked.length + 2)))
  );
}

const ENDS_IN_DIGIT = /\p{N}$/u;
const STARTS_WITH_DIGIT = /^\p{N}/u;

/** Where an atom stands in the sequence that was asked for. */
export type Seat = 'only' | 'first' | 'middle' | 'last';

export function seatOf(index: number, count: number): Seat {
  if (count === 1) return 'only';
  if (index === 0) return 'first';
  return index === count - 1 ? 'last' : 'middle';
}

/** The range within the atom's word that an atom of a sequence accepts. */
export type WordRange = { readonly from: number; readonly to: number };

/**
 * The range of the word of an atom of a text that is accepted in a sequence, or undefined. Signs that follow others
 * in the sequence must stand at the edge where they meet.
 */
export function acceptedIn(
  asked: Atom,
  seat: Seat,
  canBeBeginning: boolean,
  { kind, word }: Atom,
): WordRange | undefined {
  if (kind !== asked.kind) return undefined;
  const whole = { from: 0, to: word.length };
  if (word === asked.word) return whole;
  if (kind === 'word')
    return canBeBeginning && asked.word.length <= MAX_TOKEN_LENGTH && isBeginning(asked.word, word)
      ? whole
      : undefined;
  return kind === 'signs' ? signsIn(asked.word, seat, word) : undefined;
}

function signsIn(asked: string, seat: Seat, word: string): WordRange | undefined {
  const from = startIn(asked, seat, word);
  return from === -1 ? undefined : { from, to: from + asked.length };
}

function startIn(asked: string, seat: Seat, word: string): number {
  switch (seat) {
    case 'only':
      return word.indexOf(asked);
    case 'first':
      return word.endsWith(asked) ? word.length - asked.length : -1;
    case 'last':
      return word.startsWith(asked) ? 0 : -1;
    case 'middle':
      return -1;
  }
}
