import { spansOf, type Span } from './matches.ts';
import type { Unit } from './units.ts';

/** The text of rendered HTML, as searches see it. */
export function textOf(html: string): string {
  let text = '';
  readPieces(html, (piece) => {
    text += piece;
  });
  return text;
}

/** Wraps the matches of a search in rendered HTML in `span` elements. */
export function highlight(units: readonly Unit[], html: string): string {
  const pieces: Piece[] = [];
  let text = '';
  readPieces(html, (piece, start, end) => {
    pieces.push({ at: text.length, length: piece.length, start, end });
    text += piece;
  });
  let result = '';
  let done = 0;
  for (const { start, end } of rangesOf(spansOf(units, text), pieces)) {
    if (start < done) continue;
    result += `${html.slice(done, start)}<span class="highlight">${html.slice(start, end)}</span>`;
    done = end;
  }
  return result + html.slice(done);
}

/** A piece of text that starts at `at`, and its range in the HTML, which is empty if the text replaces a tag. */
type Piece = { readonly at: number; readonly length: number; readonly start: number; readonly end: number };

const TAG = `<(?:"[^"]*"|'[^']*'|[^'">])*>`;
/** An emoji with its code points, the name of a tag, or an entity. */
const MARKUP = new RegExp(
  `<span [^<>]*class="emoji emoji-([0-9a-f-]+)"[^<>]*>([^<]*)</span>|(?=</?([a-z0-9]*))${TAG}|&(#?[a-z0-9]+);`,
  'g',
);
/** Tags within words; any other one separates words. */
const INLINE_TAGS: ReadonlySet<string> = new Set(['a', 'b', 'code', 'del', 'em', 'i', 'span', 'strong']);
const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['#39', "'"],
  ['amp', '&'],
]);

function readPieces(html: string, add: (piece: string, start: number, end: number) => void): void {
  let done = 0;
  for (const { 0: match, 1: codes, 2: name = '', 3: tag, 4: entity, index } of html.matchAll(MARKUP)) {
    if (index > done) add(html.slice(done, index), done, index);
    done = index + match.length;
    if (codes !== undefined) {
      const start = index + match.indexOf('>') + 1;
      add(` ${emojiOf(codes)}`, start, start + name.length);
      add(name, start, start + name.length);
    } else if (entity !== undefined) {
      add(ENTITIES.get(entity) ?? match, index, done);
    } else if (tag === undefined || !INLINE_TAGS.has(tag)) {
      add(' ', index, index);
    }
  }
  if (done < html.length) add(html.slice(done), done, html.length);
}

function emojiOf(codes: string): string {
  const points = codes.split('-').map((code) => Number.parseInt(code, 16));
  return points.every((point) => point <= 0x10ffff) ? String.fromCodePoint(...points) : '';
}

/** Ranges of HTML for spans of its text; a span that crosses tags has several. */
function rangesOf(spans: readonly Span[], pieces: readonly Piece[]): Span[] {
  const ranges: Span[] = [];
  let first = 0;
  for (const span of spans) {
    while (first < pieces.length && endOf(pieces[first]) <= span.start) first += 1;
    let open: Span | undefined;
    for (let n = first; n < pieces.length; n += 1) {
      const piece = pieces[n];
      if (piece === undefined || piece.at >= span.end) break;
      const range = rangeIn(piece, span);
      if (range.start === range.end) continue;
      if (open?.end === range.start) open = { start: open.start, end: range.end };
      else {
        if (open !== undefined) ranges.push(open);
        open = range;
      }
    }
    if (open !== undefined) ranges.push(open);
  }
  return ranges;
}

function endOf(piece: Piece | undefined): number {
  return piece === undefined ? 0 : piece.at + piece.length;
}

/** Text that differs from its HTML is highlighted as a whole. */
function rangeIn(piece: Piece, span: Span): Span {
  if (piece.end - piece.start !== piece.length) return { start: piece.start, end: piece.end };
  return {
    start: piece.start + Math.max(span.start - piece.at, 0),
    end: piece.start + Math.min(span.end - piece.at, piece.length),
  };
}
