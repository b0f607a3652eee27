import { acceptedIn, acceptsForm, seatOf, type WordRange } from './accepts.ts';
import { atomsOf, type Atom } from './atoms.ts';
import type { Unit } from './units.ts';

/** A range of a text, in UTF-16 code units. */
export type Span = { readonly start: number; readonly end: number };

/**
 * Whether texts of one message (topic and content) contain all units of a search. This function alone decides what is
 * found: for messages that the index names, for those behind it, and for `messages/matches_narrow`.
 */
export function matches(units: readonly Unit[], texts: readonly string[]): boolean {
  if (units.length === 0) return false;
  const atoms = texts.map(atomsOf);
  return units.every((unit) => atoms.some((some) => occurs(unit, some)));
}

/** The ranges of a text that a search finds, ascending and without overlaps. */
export function spansOf(units: readonly Unit[], text: string): Span[] {
  const atoms = atomsOf(text);
  const spans = units.flatMap((unit) => atoms.flatMap((_, index) => spansAt(unit, atoms, index, text)));
  return merged(spans);
}

function occurs(unit: Unit, atoms: readonly Atom[]): boolean {
  return unit.kind === 'word'
    ? atoms.some((atom) => hasForm(unit, atom))
    : atoms.some((_, index) => followsAt(unit, atoms, index));
}

type WordUnit = Extract<Unit, { kind: 'word' }>;
type SequenceUnit = Exclude<Unit, WordUnit>;

function hasForm({ word, stems }: WordUnit, atom: Atom): boolean {
  return (
    atom.kind === 'word' &&
    (acceptsForm(word, stems, atom.word) ||
      atom.otherForms.some((form) => acceptsForm(word, stems, form.word)))
  );
}

function followsAt({ kind, atoms: asked }: SequenceUnit, atoms: readonly Atom[], index: number): boolean {
  return asked.every((_, n) => acceptedAt(kind, asked, n, atoms[index + n]) !== undefined);
}

function acceptedAt(
  kind: SequenceUnit['kind'],
  asked: readonly Atom[],
  n: number,
  atom: Atom | undefined,
): WordRange | undefined {
  const wanted = asked[n];
  if (wanted === undefined || atom === undefined) return undefined;
  if (kind === 'joined' && n > 0 && !atom.isJoined) return undefined;
  return acceptedIn(wanted, seatOf(n, asked.length), kind === 'joined' && n === asked.length - 1, atom);
}

function spansAt(unit: Unit, atoms: readonly Atom[], index: number, text: string): Span[] {
  const atom = atoms[index];
  if (atom === undefined) return [];
  if (unit.kind === 'word') return formSpans(unit, atom);
  const { kind, atoms: asked } = unit;
  if (!followsAt(unit, atoms, index)) return [];
  const [only] = asked;
  if (asked.length === 1 && only !== undefined && atom.kind === 'signs')
    return signSpans(only.word, atom, text);
  const spans = asked.flatMap((_, n) => {
    const found = atoms[index + n];
    const range = acceptedAt(kind, asked, n, found);
    return found === undefined || range === undefined ? [] : [rangeIn(found, range, text)];
  });
  const [first] = spans;
  const last = spans.at(-1);
  return kind === 'joined' && first !== undefined && last !== undefined
    ? [{ start: first.start, end: last.end }]
    : spans;
}

function formSpans({ word, stems }: WordUnit, atom: Atom): Span[] {
  if (atom.kind !== 'word') return [];
  if (acceptsForm(word, stems, atom.word)) return [{ start: atom.start, end: atom.end }];
  const byStart = new Map<number, Span>();
  for (const form of atom.otherForms)
    // The part of a camelCase word precedes the longer end that begins with it.
    if (!byStart.has(form.start) && acceptsForm(word, stems, form.word))
      byStart.set(form.start, { start: form.start, end: form.end });
  return [...byStart.values()];
}

/** All occurrences within one run of signs. */
function signSpans(asked: string, atom: Atom, text: string): Span[] {
  const spans: Span[] = [];
  for (let from = atom.word.indexOf(asked); from !== -1; from = atom.word.indexOf(asked, from + asked.length))
    spans.push(rangeIn(atom, { from, to: from + asked.length }, text));
  return spans;
}

/** Characters that normalization may merge with the one before: marks, halfwidth voicing, vowels and ends of Hangul. */
const CLUSTER = /[^](?:[\p{M}\uFF9E\uFF9F\u1160-\u11FF])*/gu;

/** The range of a text in which a range of the atom's word is written. */
function rangeIn(atom: Atom, { from, to }: WordRange, text: string): Span {
  if (atom.kind !== 'signs') return { start: atom.start, end: atom.end };
  const source = text.slice(atom.start, atom.end);
  if (source === atom.word) return { start: atom.start + from, end: atom.start + to };
  let start = atom.start;
  let end = atom.end;
  let length = 0;
  for (const { 0: cluster, index } of source.matchAll(CLUSTER)) {
    if (length <= from) start = atom.start + index;
    length += cluster.normalize('NFKC').length;
    if (length >= to) {
      end = atom.start + index + cluster.length;
      break;
    }
  }
  return { start, end };
}

function merged(spans: readonly Span[]): Span[] {
  const result: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = result.at(-1);
    if (last === undefined || span.start >= last.end) result.push(span);
    else if (span.end > last.end) result[result.length - 1] = { start: last.start, end: span.end };
  }
  return result;
}
