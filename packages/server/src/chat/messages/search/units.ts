import { atomsOf, type Atom } from './atoms.ts';
import { stemsOf, type Stem } from './stems.ts';
import { STOP_WORDS } from './stop-words.ts';

/** A part of a search; a message must contain all of them. */
export type Unit =
  /** A word in any of its forms, or the beginning of a word. */
  | { readonly kind: 'word'; readonly word: string; readonly stems: readonly Stem[] }
  /** Atoms one after the other. `joined` ones stand together as in `foo_bar`, and the last may be a beginning. */
  | { readonly kind: 'joined' | 'phrase'; readonly atoms: readonly Atom[] };

/** Reads a search. Quoted text is a phrase; nothing else is an operator. `languages` add to those of the scripts. */
export function unitsOf(search: string, languages: readonly string[]): Unit[] {
  const units: Unit[] = [];
  const plain = search.replaceAll(QUOTED, (_, quoted: string) => {
    const atoms = atomsOf(quoted);
    if (atoms.length > 0) units.push({ kind: 'phrase', atoms });
    return ' ';
  });
  const words = chainsOf(atomsOf(plain)).map((atoms) => unitOf(atoms, languages));
  const counting = words.filter((unit) => !isStopWord(unit));
  return [...units, ...(units.length + counting.length === 0 ? words : counting)];
}

const QUOTED = /"([^"]*)"/g;

/** Cuts atoms where they are not joined. */
function chainsOf(atoms: readonly Atom[]): Atom[][] {
  const chains: Atom[][] = [];
  for (const atom of atoms) {
    const chain = chains.at(-1);
    if (atom.isJoined && chain !== undefined) chain.push(atom);
    else chains.push([atom]);
  }
  return chains;
}

function unitOf(atoms: readonly Atom[], languages: readonly string[]): Unit {
  const [first, second] = atoms;
  return first?.kind === 'word' && second === undefined
    ? { kind: 'word', word: first.word, stems: stemsOf(first.word, languages) }
    : { kind: 'joined', atoms };
}

function isStopWord(unit: Unit): boolean {
  return unit.kind === 'word' && STOP_WORDS.has(unit.word);
}
