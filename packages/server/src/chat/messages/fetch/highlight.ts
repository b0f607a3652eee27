import { sql, type Reader } from '../../../engine/db/sql.ts';

/** Shows where words that were searched for stand in a piece of HTML. */
export type Highlight = (html: string) => string;

/** PostgreSQL says which words of some pieces of HTML are forms of what was searched for. */
export async function highlightIn(
  reader: Reader,
  lexemes: readonly string[],
  pieces: readonly string[],
): Promise<Highlight> {
  const candidates = candidatesIn(pieces, lexemes);
  if (candidates.length === 0) return (html) => html;
  const rows = await reader.all(
    sql<{ word: string }>`
      select word from unnest(${candidates}::text[]) as word
      where tsvector_to_array(to_tsvector('pg_catalog.english', word)) && ${[...lexemes]}::text[]`,
  );
  const found = new Set(rows.map(({ word }) => word));
  return (html) => outsideTags(html, (text) => text.replaceAll(COMPOUND, (match) => wrap(match, found)));
}

/** Words that are joined as in addresses, numbers of versions or paths; entities stand between words. */
const COMPOUND = /&(?:#?\w+);|[\p{L}\p{N}\p{M}]+(?:[._@/:+'’-]+[\p{L}\p{N}\p{M}]+)*/gu;
const WORD = /[\p{L}\p{N}\p{M}]+/gu;
const TAG = /<(?:"[^"]*"|'[^']*'|[^'">])*>/g;
/** PostgreSQL does not index longer words. */
const MOST_LENGTH = 500;

function outsideTags(html: string, change: (text: string) => string): string {
  let result = '';
  let end = 0;
  for (const { 0: tag, index } of html.matchAll(TAG)) {
    result += change(html.slice(end, index)) + tag;
    end = index + tag.length;
  }
  return result + change(html.slice(end));
}

/** Single words if they match; what is joined only if it matches as a whole. */
function wrap(match: string, found: ReadonlySet<string>): string {
  if (match.startsWith('&')) return match;
  const singly = match.replaceAll(WORD, (word) => (found.has(word) ? span(word) : word));
  return singly === match && found.has(match) ? span(match) : singly;
}

function span(text: string): string {
  return `<span class="highlight">${text}</span>`;
}

/** Forms of a word begin with the same letter, so most words need not be asked about. */
function candidatesIn(pieces: readonly string[], lexemes: readonly string[]): string[] {
  const initials = new Set(lexemes.map(initialOf));
  const words = new Set<string>();
  const add = (word: string): void => {
    const initial = initialOf(word);
    if (word.length <= MOST_LENGTH && (initials.has(initial) || initial > '\x7f')) words.add(word);
  };
  for (const piece of pieces)
    outsideTags(piece, (text) => {
      for (const [compound] of text.matchAll(COMPOUND)) {
        if (compound.startsWith('&')) continue;
        add(compound);
        for (const [word] of compound.matchAll(WORD)) add(word);
      }
      return text;
    });
  return [...words];
}

function initialOf(word: string): string {
  return word.slice(0, 1).toLowerCase();
}
