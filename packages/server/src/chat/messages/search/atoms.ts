import { fold } from './fold.ts';

/** A spelling under which a word is found, with its range in the text. */
export type WordForm = { readonly word: string; readonly start: number; readonly end: number };

type Place = {
  /** Offsets in the text, in UTF-16 code units. */
  readonly start: number;
  readonly end: number;
  /** Only punctuation stands between this atom and the one before, as in `foo_bar` or `don't`. */
  readonly isJoined: boolean;
};

/**
 * The smallest parts of a text that can be searched for. `signs` are a run of a script that is written without spaces,
 * or of Korean, in which any part of the run may be a word.
 */
export type Atom = Place &
  (
    | { readonly kind: 'word'; readonly word: string; readonly otherForms: readonly WordForm[] }
    | { readonly kind: 'signs'; readonly word: string }
    | { readonly kind: 'emoji'; readonly word: string }
  );

/** Characters between two atoms that are joined. */
const MAX_JOINT_LENGTH = 3;

/** Cuts a text into atoms, in linear time. */
export function atomsOf(text: string): Atom[] {
  const atoms: Atom[] = [];
  let previous: Atom | undefined;
  const add = (atom: Atom): void => {
    atoms.push(atom);
    previous = atom.kind === 'emoji' ? undefined : atom;
  };
  for (const { 0: run, 1: emoji, index } of text.matchAll(RUN)) {
    if (emoji !== undefined) {
      add({
        kind: 'emoji',
        start: index,
        end: index + run.length,
        isJoined: false,
        word: run.replaceAll(EMOJI_VARIATIONS, ''),
      });
      continue;
    }
    for (const { piece, at } of piecesOf(run)) {
      const start = index + at;
      const isJoined = previous !== undefined && isJoint(text, previous.end, start);
      const atom = SIGN.test(piece)
        ? signsOf(piece, start, isJoined)
        : wordOf(
            piece,
            start,
            isJoined,
            VERSION_CONTINUES.test(text.slice(start + piece.length, start + piece.length + 2)),
          );
      if (atom !== undefined) add(atom);
    }
  }
  return atoms;
}

const EMOJI_UNIT = '\\p{Extended_Pictographic}[\\uFE0F\\p{Emoji_Modifier}]*';
/** A run of letters, digits and marks, or (as the first group) an emoji, possibly of several code points. */
const RUN = new RegExp(
  `[\\p{L}\\p{N}\\p{M}]+|(\\p{RI}\\p{RI}|${EMOJI_UNIT}[\\u{E0020}-\\u{E007F}]*(?:\\u200D${EMOJI_UNIT})*)`,
  'gu',
);
const EMOJI_VARIATIONS = /[\uFE0F\p{Emoji_Modifier}]/gu;

const SIGNS =
  '\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Bopomofo}\\p{scx=Hangul}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}';
const SIGN = new RegExp(`^[[${SIGNS}]&&[\\p{L}\\p{N}]]`, 'v');
const PIECE = new RegExp(
  `(?:[[${SIGNS}]&&[\\p{L}\\p{N}]]\\p{M}*)+|(?:(?![[${SIGNS}]&&[\\p{L}\\p{N}]])[\\p{L}\\p{N}\\p{M}])+`,
  'gv',
);
/** Below it are no signs. */
const FIRST_SIGN = '\u0e00';

/** Cuts a run where it changes between signs and other letters. */
function piecesOf(run: string): { piece: string; at: number }[] {
  for (let n = 0; n < run.length; n += 1)
    if (run.charAt(n) >= FIRST_SIGN)
      return Array.from(run.matchAll(PIECE), ({ 0: piece, index }) => ({ piece, at: index }));
  return [{ piece: run, at: 0 }];
}

function isJoint(text: string, end: number, start: number): boolean {
  return start - end <= MAX_JOINT_LENGTH && !/\s/.test(text.slice(end, start));
}

function signsOf(source: string, start: number, isJoined: boolean): Atom {
  return { kind: 'signs', start, end: start + source.length, isJoined, word: source.normalize('NFKC') };
}

const VERSION_CONTINUES = /^\.\p{Nd}/u;
const VERSION = /^[vV](?=\p{Nd}+$)/u;

/** `isDotted`: a dot and a digit follow, so that a leading `v` is that of a version number. */
function wordOf(source: string, start: number, isJoined: boolean, isDotted: boolean): Atom | undefined {
  const skipped = isDotted && VERSION.test(source) ? 1 : 0;
  const own = source.slice(skipped);
  const word = fold(own);
  // A run of marks alone.
  if (word === '') return undefined;
  const end = start + source.length;
  const otherForms = [...camelForms(own, start + skipped), ...formsWithoutPrefix(word, start, end)];
  return { kind: 'word', start, end, isJoined, word, otherForms };
}

/** Words with more parts, or longer ones, are data such as keys, whose parts mean nothing. */
const MAX_CAMEL_PARTS = 8;
const MAX_CAMEL_LENGTH = 64;
const CAMEL = /\p{Ll}\p{Lu}|[\p{Lu}\p{N}]\p{Lu}\p{Ll}/u;
const CAMEL_BOUNDARY = /(?<=\p{Ll})(?=\p{Lu})|(?<=[\p{Lu}\p{N}])(?=\p{Lu}\p{Ll})/u;

/** Each part of a camelCase word, and the ends from each part on; its beginnings are beginnings of the word. */
function camelForms(source: string, start: number): WordForm[] {
  if (source.length > MAX_CAMEL_LENGTH || !CAMEL.test(source)) return [];
  const parts = source.split(CAMEL_BOUNDARY);
  if (parts.length > MAX_CAMEL_PARTS) return [];
  const forms: WordForm[] = [];
  let at = 0;
  for (const part of parts) {
    const begin = start + at;
    forms.push({ word: fold(part), start: begin, end: begin + part.length });
    const rest = source.slice(at);
    if (at > 0 && rest !== part) forms.push({ word: fold(rest), start: begin, end: begin + rest.length });
    at += part.length;
  }
  return forms.filter(({ word }) => word !== '');
}

/** The Arabic article with the particles before it, and one prefix letter of Hebrew. */
const PREFIX = /^(?:[وفبك]?ال|لل|[הובלמשכ])(?=\p{L}{2})/u;

function formsWithoutPrefix(word: string, start: number, end: number): WordForm[] {
  const rest = word > '\u0590' && word < '\u0700' ? word.replace(PREFIX, '') : word;
  return rest === word ? [] : [{ word: rest, start, end }];
}
