import { atomsOf, type Atom } from './atoms.ts';

/** Longer words are cut in the index; the text decides. In UTF-16 code units. */
export const MAX_TOKEN_LENGTH = 64;

/** Characters that begin tokens which are not words; no word contains one of them. */
const PAIR = '\x01';
const CONVERSATION = '\x02';
const SENDER = '\x03';

/** The tokens under which the index holds a text. */
export function tokensOf(text: string): Set<string> {
  const tokens = new Set<string>();
  addTokens(text, (token) => tokens.add(token));
  return tokens;
}

/** Calls `add` for each token of a text, repeated tokens included. */
export function addTokens(text: string, add: (token: string) => void): void {
  let previous: Atom | undefined;
  for (const atom of atomsOf(text)) {
    if (atom.kind === 'signs') for (const token of signTokens(atom.word)) add(token);
    else add(cut(atom.word));
    if (atom.kind === 'word') {
      for (const { word } of atom.otherForms) add(cut(word));
      if (atom.isJoined && previous?.kind === 'word') add(pairToken(previous.word, atom.word));
    }
    previous = atom;
  }
}

/** Each pair of neighboring signs, and the last sign. */
export function signTokens(word: string): string[] {
  const signs = Array.from(word);
  return signs.map((sign, n) => sign + (signs[n + 1] ?? ''));
}

export function pairToken(first: string, second: string): string {
  return `${PAIR}${cut(first)}${PAIR}${cut(second)}`;
}

/** The second word of a pair token. */
export function secondOfPair(token: string): string {
  return token.slice(token.indexOf(PAIR, 1) + 1);
}

export function conversationToken(id: number): string {
  return `${CONVERSATION}${id}`;
}

export function senderToken(id: number): string {
  return `${SENDER}${id}`;
}

/** Cuts a word to the longest token, between code points. */
export function cut(word: string): string {
  if (word.length <= MAX_TOKEN_LENGTH) return word;
  const isSplit = (word.codePointAt(MAX_TOKEN_LENGTH - 1) ?? 0) > 0xffff;
  return word.slice(0, isSplit ? MAX_TOKEN_LENGTH - 1 : MAX_TOKEN_LENGTH);
}
