import { acceptsForm, canBegin, isBeginning } from './accepts.ts';
import type { Atom } from './atoms.ts';
import { cut, MAX_TOKEN_LENGTH, pairToken, secondOfPair, signTokens } from './tokens.ts';
import type { Unit } from './units.ts';

/**
 * Tokens of the index of which a message must have one: a single token, or those that begin with `beginning` and are
 * accepted.
 */
export type Lookup =
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'range'; readonly beginning: string; accepts(token: string): boolean };

/** Units looked up in the index; the others count in the check alone. */
export const MAX_LOOKED_UP_UNITS = 16;

/** Lookups that every matching message satisfies, those of the longest units first. */
export function lookupsOf(units: readonly Unit[]): Lookup[] {
  return units
    .toSorted((a, b) => lengthOf(b) - lengthOf(a))
    .slice(0, MAX_LOOKED_UP_UNITS)
    .flatMap(lookupsOfUnit);
}

function lengthOf(unit: Unit): number {
  return unit.kind === 'word' ? unit.word.length : unit.atoms.reduce((sum, { word }) => sum + word.length, 0);
}

function lookupsOfUnit(unit: Unit): Lookup[] {
  switch (unit.kind) {
    case 'word':
      return [lookupOfWord(unit)];
    case 'phrase':
      return unit.atoms.flatMap(lookupsOfAtom);
    case 'joined':
      return unit.atoms.length === 1 ? unit.atoms.flatMap(lookupsOfAtom) : lookupsOfJoined(unit.atoms);
  }
}

function lookupOfWord({ word, stems }: Extract<Unit, { kind: 'word' }>): Lookup {
  if (!canBegin(word) && stems.length === 0) return { kind: 'token', token: cut(word) };
  const beginning = stems.reduce((least, { root }) => (root.length < least.length ? root : least), word);
  return { kind: 'range', beginning, accepts: (token) => acceptsForm(word, stems, token) };
}

function lookupsOfAtom({ kind, word }: Atom): Lookup[] {
  if (kind !== 'signs') return [{ kind: 'token', token: cut(word) }];
  const tokens = signTokens(word);
  const [sign] = tokens;
  // The last sign of a run is a token alone, any other one begins a pair.
  if (tokens.length === 1 && sign !== undefined)
    return [{ kind: 'range', beginning: sign, accepts: () => true }];
  return tokens.slice(0, -1).map((token) => ({ kind: 'token', token }));
}

/** Pairs of words, which are rarer than the words; signs have no such pairs. */
function lookupsOfJoined(atoms: readonly Atom[]): Lookup[] {
  const final = atoms.length - 1;
  return atoms.flatMap((atom, n): Lookup[] => {
    if (atom.kind !== 'word') return lookupsOfAtom(atom);
    const before = atoms[n - 1];
    if (before?.kind === 'word') return [lookupOfPair(before.word, atom.word, n === final)];
    const isInNextPair = atoms[n + 1]?.kind === 'word';
    if (isInNextPair) return [];
    return [n === final ? lookupOfBeginning(atom.word) : { kind: 'token', token: cut(atom.word) }];
  });
}

function lookupOfPair(first: string, second: string, isLast: boolean): Lookup {
  const token = pairToken(first, second);
  if (!isLast || second.length > MAX_TOKEN_LENGTH) return { kind: 'token', token };
  return {
    kind: 'range',
    beginning: token,
    accepts: (other) => other === token || isBeginning(second, secondOfPair(other)),
  };
}

function lookupOfBeginning(word: string): Lookup {
  if (word.length > MAX_TOKEN_LENGTH) return { kind: 'token', token: cut(word) };
  return {
    kind: 'range',
    beginning: word,
    accepts: (token) => token === word || isBeginning(word, token),
  };
}
