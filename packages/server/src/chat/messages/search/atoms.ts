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
      add(emojiOf(run, index));
      continue;
    }
    const addPiece = (piece: string, start: number): void => {
      const isJoined = previous !== undefined && isJoint(text, previous.end, start);
      const atom = SIGN.test(piece)
        ? signsOf(piece, start, isJoined)
        : wordOf(piece, start, isJoined, isDotted(text, start + piece.length));
      if (atom !== undefined) add(atom);
    };
    if (hasSigns(run)) for (const piece of run.matchAll(PIECE)) addPiece(piece[0], index + piece.index);
    else addPiece(run, index);
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
/** Code units below it are no signs. */
const FIRST_SIGN = 0x0e00;

function hasSigns(run: string): boolean {
  for (let n = 0; n < run.length; n += 1) if (run.charCodeAt(n) >= FIRST_SIGN) return true;
  return false;
}

function isJoint(text: string, end: number, start: number): boolean {
  if (start - end > MAX_JOINT_LENGTH) return false;
  for (let n = end; n < start; n += 1) if (WHITE_SPACE.test(text.charAt(n))) return false;
  return true;
}

const WHITE_SPACE = /\s/;

function emojiOf(source: string, start: number): Atom {
  const word = source.replaceAll(EMOJI_VARIATIONS, '');
  return { kind: 'emoji', start, end: start + source.length, isJoined: false, word };
}

function signsOf(source: string, start: number, isJoined: boolean): Atom {
  return { kind: 'signs', start, end: start + source.length, isJoined, word: source.normalize('NFKC') };
}

const VERSION = /^[vV](?=\d+$)/;

function isDotted(text: string, end: number): boolean {
  return text.charAt(end) === '.' && /\d/.test(text.charAt(end + 1));
}

/** `isInVersion`: a dot and a digit follow, so that a leading `v` is that of a version number. */
function wordOf(source: string, start: number, isJoined: boolean, isInVersion: boolean): Atom | undefined {
  const skipped = isInVersion && VERSION.test(source) ? 1 : 0;
  const own = source.slice(skipped);
  const word = fold(own);
  // A run of marks alone.
  if (word === '') return undefined;
  const end = start + source.length;
  const otherForms = word === own ? NO_FORMS : camelForms(own, start + skipped);
  const bare = withoutPrefix(word);
  return {
    kind: 'word',
    start,
    end,
    isJoined,
    word,
    otherForms: bare === word ? otherForms : [{ word: bare, start, end }],
  };
}

const NO_FORMS: readonly WordForm[] = [];

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

function withoutPrefix(word: string): string {
  const first = word.charCodeAt(0);
  return first >= FIRST_HEBREW && first <= LAST_ARABIC ? word.replace(PREFIX, '') : word;
}

const FIRST_HEBREW = 0x0590;
const LAST_ARABIC = 0x06ff;
