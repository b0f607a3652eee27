import { sql, type Reader } from '../../../engine/db/sql.ts';

/** Wraps matches of the search in a piece of HTML in `span` elements. */
export type Highlight = (html: string) => string;

/** PostgreSQL's stemmer decides which words of the HTML match the lexemes of the search. */
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

/** Words joined by punctuation, as in e-mail addresses, version numbers or paths; entities separate words. */
const COMPOUND = /&(?:#?\w+);|[\p{L}\p{N}\p{M}]+(?:[._@/:+'’-]+[\p{L}\p{N}\p{M}]+)*/gu;
const WORD = /[\p{L}\p{N}\p{M}]+/gu;
const TAG = /<(?:"[^"]*"|'[^']*'|[^'">])*>/g;
/** In characters; longer words are not checked. */
const MAX_WORD_LENGTH = 500;

function outsideTags(html: string, change: (text: string) => string): string {
  let result = '';
  let end = 0;
  for (const { 0: tag, index } of html.matchAll(TAG)) {
    result += change(html.slice(end, index)) + tag;
    end = index + tag.length;
  }
  return result + change(html.slice(end));
}

/** Highlights matching single words, or else the whole compound if it matches. */
function wrap(match: string, found: ReadonlySet<string>): string {
  if (match.startsWith('&')) return match;
  const withWords = match.replaceAll(WORD, (word) => (found.has(word) ? span(word) : word));
  return withWords === match && found.has(match) ? span(match) : withWords;
}

function span(text: string): string {
  return `<span class="highlight">${text}</span>`;
}

/** Forms of a word share its first letter, so the query can skip most words. */
function candidatesIn(pieces: readonly string[], lexemes: readonly string[]): string[] {
  const initials = new Set(lexemes.map(initialOf));
  const words = new Set<string>();
  const add = (word: string): void => {
    const initial = initialOf(word);
    if (word.length <= MAX_WORD_LENGTH && (initials.has(initial) || initial > '\x7f')) words.add(word);
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
