import type { MarkdownIt, StateBlock } from 'markdown-it';
import { fenceOpening, FenceTracker } from './fences.ts';
import { HEADING_LINE } from './heading.ts';
import { lineAt, mayNest, parseNested } from './nested.ts';
import { QUOTE_LINE } from './quote.ts';

/** Bullet and numbered lists; two spaces nest. */
export function list(md: MarkdownIt): void {
  md.block.ruler.at('list', parse, { alt: ['paragraph', 'reference', 'blockquote'] });
  md.enable('list');
}

type Marker = {
  readonly kind: 'ul' | 'ol';
  readonly indent: number;
  readonly number: number;
  /** Column at which the item's text starts. */
  readonly offset: number;
};

const MARKER_LINE = /^( *)(?:[-*+]|([0-9]{1,9})\.)( +)(?=[^ ])/;
const RULE_LINE = /^ {0,3}([-*_])(?: *\1){2,} *$/;
/** Columns by which a line must be indented to belong to the item above it. */
const NESTING_COLUMNS = 2;

function parse(state: StateBlock, start: number, end: number, silent: boolean): boolean {
  const marker = markerAt(lineAt(state, start));
  if (marker === undefined || marker.indent > 3 || !mayNest(state)) return false;
  // A sentence that happens to break before "1984." is no list.
  if (silent) return marker.kind === 'ul' || marker.number < 10;
  const gathered = gather(state, marker, start, end);
  const open = state.push('list_open', marker.kind, 1);
  if (marker.kind === 'ol' && marker.number !== 1) open.attrs = [['start', String(marker.number)]];
  for (const item of gathered.items) pushItem(state, item, gathered.loose);
  state.push('list_close', marker.kind, -1);
  state.line = gathered.end;
  return true;
}

function markerAt(line: string): Marker | undefined {
  const match = MARKER_LINE.exec(line);
  if (match === null || RULE_LINE.test(line)) return undefined;
  const indent = match[1]?.length ?? 0;
  const spaces = match[3]?.length ?? 1;
  const written = match[0].length - spaces;
  // Text five or more columns behind its marker is indented code.
  const offset = spaces > 4 ? written + 1 : match[0].length;
  return match[2] === undefined
    ? { kind: 'ul', indent, number: 1, offset }
    : { kind: 'ol', indent, number: Number(match[2]), offset };
}

function pushItem(state: StateBlock, item: Item, loose: boolean): void {
  state.push('list_item_open', 'li', 1);
  const first = state.tokens.length;
  const [only = '', second] = item.lines;
  if (second === undefined && !startsBlock(only) && !only.startsWith(' ')) pushParagraph(state, only);
  else parseNested(state, item.lines.join('\n'));
  if (!loose) hideParagraphs(state, first);
  state.push('list_item_close', 'li', -1);
}

/** Most items are one line of text, which needs no parser of its own. */
function pushParagraph(state: StateBlock, text: string): void {
  state.push('paragraph_open', 'p', 1);
  const inline = state.push('inline', '', 0);
  inline.content = text.trimEnd();
  inline.children = [];
  state.push('paragraph_close', 'p', -1);
}

/** The items of a tight list show their text without paragraphs around it. */
function hideParagraphs(state: StateBlock, first: number): void {
  let depth = 0;
  for (let index = first; index < state.tokens.length; index++) {
    const token = state.tokens[index];
    if (token === undefined) continue;
    if (token.nesting === -1) depth--;
    if (depth === 0 && token.tag === 'p') token.hidden = true;
    if (token.nesting === 1) depth++;
  }
}

type Gathered = {
  readonly items: Item[];
  readonly loose: boolean;
  /** The line after the list. */
  readonly end: number;
};

function gather(state: StateBlock, first: Marker, start: number, end: number): Gathered {
  const items: Item[] = [];
  let loose = false;
  let blanks = 0;
  let afterList = start;
  for (let line = start; line < end; line++) {
    const text = lineAt(state, line);
    const item = items.at(-1);
    if (item?.isFenced) {
      item.addFenced(text);
      afterList = line + 1;
      continue;
    }
    if (state.isEmpty(line)) {
      blanks++;
      continue;
    }
    const indent = state.sCount[line] ?? 0;
    const marker = indent < first.indent + NESTING_COLUMNS ? markerAt(text) : undefined;
    if (marker !== undefined) {
      if (marker.kind !== first.kind) break;
      loose ||= blanks > 0 && items.length > 0;
      items.push(new Item(marker, text));
    } else if (item !== undefined && indent >= first.indent + NESTING_COLUMNS) {
      loose ||= blanks > 0 && item.ownsBlankBefore(text, indent);
      item.add(text, indent, blanks);
    } else if (item !== undefined && blanks === 0 && !startsBlock(text)) {
      item.lines.push(text);
    } else break;
    blanks = 0;
    afterList = line + 1;
  }
  return { items, loose, end: afterList };
}

function startsBlock(line: string): boolean {
  return (
    HEADING_LINE.test(line) ||
    QUOTE_LINE.test(line) ||
    RULE_LINE.test(line) ||
    markerAt(line) !== undefined ||
    fenceOpening(line) !== undefined
  );
}

/** One list item while its lines are gathered. */
class Item {
  readonly lines: string[];
  readonly #offset: number;
  readonly #fences = new FenceTracker();
  #fenceIndent = 0;
  /** Indentation of the innermost list that the item has begun. */
  #nestedIndent: number | undefined;

  constructor(marker: Marker, line: string) {
    this.#offset = marker.offset;
    const text = line.slice(marker.offset);
    this.lines = [text];
    this.#fenceIndent = marker.offset;
    this.#fences.feed(text);
  }

  get isFenced(): boolean {
    return this.#fences.isOpen;
  }

  addFenced(line: string): void {
    this.#pushDedented(line, this.#fenceIndent);
  }

  add(line: string, indent: number, blanks: number): void {
    for (let blank = 0; blank < blanks; blank++) this.lines.push('');
    const begins = startsBlock(line.trimStart());
    if (begins && markerAt(line) !== undefined) this.#nestedIndent ??= indent;
    if (!begins && blanks === 0 && indent < 4) {
      this.lines.push(line);
      return;
    }
    this.#fenceIndent = Math.min(indent, this.#offset);
    this.#pushDedented(line, this.#fenceIndent);
  }

  /** Whether a blank line before this one separates blocks of the item itself, not of a list inside it. */
  ownsBlankBefore(line: string, indent: number): boolean {
    if (this.#nestedIndent === undefined) return true;
    return indent < this.#nestedIndent + NESTING_COLUMNS && markerAt(line) === undefined;
  }

  #pushDedented(line: string, columns: number): void {
    const dedented = line.slice(Math.min(columns, line.length - line.trimStart().length));
    this.#fences.feed(dedented);
    this.lines.push(dedented);
  }
}
