/** How a query was found in a name, best first. */
export type MatchKind = 'exact' | 'prefix' | 'word' | 'inside';

export type NameMatch = {
  readonly kind: MatchKind;
  /** Parts of the name to mark, as pairs of positions. */
  readonly marks: readonly (readonly [from: number, to: number])[];
};

export const MATCH_RANK: Readonly<Record<MatchKind, number>> = { exact: 0, prefix: 1, word: 2, inside: 3 };

/** Finds a folded query in a folded name: at its start, at the start of words, or inside. */
export function matchName(name: string, query: string): NameMatch | undefined {
  if (query === '') return EVERYTHING;
  const kind = matchKind(name, query);
  switch (kind) {
    case undefined:
      return undefined;
    case 'exact':
    case 'prefix':
      return { kind, marks: [[0, query.length]] };
    case 'word': {
      const at = wordStart(name, query, 0);
      return at === -1 ? matchWords(name, query) : { kind, marks: [[at, at + query.length]] };
    }
    case 'inside': {
      const at = name.indexOf(query);
      return { kind, marks: [[at, at + query.length]] };
    }
  }
}

/** The same without the marks, for long lists. */
export function matchKind(name: string, query: string): MatchKind | undefined {
  const at = name.indexOf(query);
  if (at === 0) return name.length === query.length ? 'exact' : 'prefix';
  if (at !== -1 && wordStart(name, query, at) !== -1) return 'word';
  if (query.includes(' ') && hasWords(name, query)) return 'word';
  return at === -1 ? undefined : 'inside';
}

const EVERYTHING: NameMatch = { kind: 'prefix', marks: [] };

/** Matches each word of the query at the start of a word of the name, in order: `br ok` finds Bram Okafor. */
function matchWords(name: string, query: string): NameMatch | undefined {
  const marks: [number, number][] = [];
  let from = 0;
  for (const part of partsOf(query)) {
    const at = wordStart(name, part, from);
    if (at === -1) return undefined;
    marks.push([at, at + part.length]);
    from = at + part.length;
  }
  return { kind: 'word', marks };
}

function hasWords(name: string, query: string): boolean {
  let from = 0;
  for (const part of partsOf(query)) {
    const at = wordStart(name, part, from);
    if (at === -1) return false;
    from = at + part.length;
  }
  return true;
}

let lastParts: { readonly query: string; readonly parts: readonly string[] } | undefined;

/** Words of a query; a list of names asks for the same one again and again. */
function partsOf(query: string): readonly string[] {
  if (lastParts?.query !== query) lastParts = { query, parts: query.split(' ').filter(Boolean) };
  return lastParts.parts;
}

/** Position of a text at the start of a word, at or behind a position; -1 if there is none. */
function wordStart(name: string, text: string, from: number): number {
  for (let at = name.indexOf(text, from); at !== -1; at = name.indexOf(text, at + 1)) {
    if (at === 0 || SEPARATORS.includes(name[at - 1] ?? '')) return at;
  }
  return -1;
}

const SEPARATORS = ' .,_/()\'"’-\t\u00a0';
