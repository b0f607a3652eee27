import { Parser } from 'htmlparser2';
import { closingTag, escapeText, openingTag, voidElements } from './html.ts';
import type { Enclosing, Word } from './words.ts';

/** Far above any rendered message; these bound how long a diff blocks the event loop. */
const MAX_DEPTH = 200;
const MAX_WORDS = 6000;
/** Characters parsed between two checks of the bounds. */
const CHUNK_LENGTH = 4096;

/** The words of HTML in order, or null if they are too many, nested too deeply, or not read in time. */
export function readWords(html: string, isLate: () => boolean): Word[] | null {
  const reader = new Reader();
  const parser = new Parser(reader, { lowerCaseAttributeNames: false, recognizeSelfClosing: true });
  for (let at = 0; at < html.length; at += CHUNK_LENGTH) {
    parser.write(html.slice(at, at + CHUNK_LENGTH));
    if (reader.isBeyondBounds || isLate()) return null;
  }
  parser.end();
  return reader.isBeyondBounds ? null : reader.words;
}

type Open = Enclosing & { readonly target: string | undefined; readonly wordsBefore: number };

/** The HTML so far and the names of open elements, because the parser may close elements that were never opened. */
type Unit = { html: string; readonly opened: string[] };

class Reader {
  readonly words: Word[] = [];
  isBeyondBounds = false;
  readonly #stack: Open[] = [];
  #text = '';
  #spaces: Word['before'] = [];
  /** Set inside of an element that is compared as a whole. */
  #unit: Unit | null = null;

  onopentag(name: string, attributes: Record<string, string>): void {
    const open = openingTag(name, attributes);
    if (this.#unit !== null) {
      this.#openInUnit(name, open, this.#unit);
      return;
    }
    this.#endText();
    if (voidElements.has(name)) this.#add('unit', open, open);
    else if (isUnit(name, attributes)) this.#unit = { html: open, opened: [name] };
    else this.#push(name, open, name === 'a' ? attributes['href'] : undefined);
  }

  onclosetag(name: string): void {
    if (voidElements.has(name)) return;
    if (this.#unit === null) this.#close();
    else this.#closeInUnit(this.#unit);
  }

  ontext(text: string): void {
    if (this.#unit === null) this.#text += text;
    else this.#unit.html += escapeText(text);
  }

  onend(): void {
    this.#endText();
  }

  #push(name: string, open: string, target: string | undefined): void {
    const parent = this.#stack.at(-1) ?? null;
    const depth = this.#stack.length;
    const isBlock = blocks.has(name);
    this.#stack.push({ name, open, isBlock, parent, depth, target, wordsBefore: this.words.length });
    if (depth >= MAX_DEPTH) this.isBeyondBounds = true;
  }

  #close(): void {
    this.#endText();
    const closed = this.#stack.at(-1);
    if (closed === undefined) return;
    const { open, target, wordsBefore } = closed;
    if (wordsBefore === this.words.length) this.#add('nothing', open, '');
    if (target !== undefined) this.#add('target', target, ` Link: ${escapeText(target)}`, ' ');
    this.#stack.pop();
  }

  #openInUnit(name: string, open: string, unit: Unit): void {
    unit.html += open;
    if (!voidElements.has(name)) unit.opened.push(name);
    if (unit.opened.length > MAX_DEPTH) this.isBeyondBounds = true;
  }

  #closeInUnit(unit: Unit): void {
    unit.html += closingTag(unit.opened.pop() ?? '');
    if (unit.opened.length > 0) return;
    this.#unit = null;
    this.#add('unit', unit.html, unit.html);
  }

  #endText(): void {
    const text = this.#text;
    if (text === '') return;
    this.#text = '';
    // Words have even indexes, the space after each odd ones; the first word is empty if the text starts with space.
    const parts = text.split(/(\s+)/);
    for (let i = 0; i < parts.length; i += 2) {
      const [word = '', after = ''] = [parts[i], parts[i + 1]];
      if (word !== '') this.#add('text', word, escapeText(word), after);
      else if (after !== '')
        this.#spaces = [...this.#spaces, { text: after, inside: this.#stack.at(-1) ?? null }];
    }
  }

  #add(kind: Word['kind'], key: string, html: string, after = ''): void {
    const inside = this.#stack.at(-1) ?? null;
    this.words.push({ kind, key: `${kind} ${key}`, html, inside, before: this.#spaces, after });
    this.#spaces = [];
    if (this.words.length > MAX_WORDS) this.isBeyondBounds = true;
  }
}

const blocks = new Set(
  (
    'address article aside blockquote body dd details div dl dt fieldset figcaption figure footer h1 h2 h3 h4 h5 h6 ' +
    'header li main nav ol p pre section summary table tbody td tfoot th thead tr ul'
  ).split(' '),
);

/** Elements that are compared as a whole, because highlighting words inside would break them. */
const units = new Set(['audio', 'iframe', 'math', 'object', 'picture', 'svg', 'video']);

function isUnit(name: string, attributes: Record<string, string>): boolean {
  return units.has(name) || /(?:^|\s)katex(?:-display)?(?:\s|$)/.test(attributes['class'] ?? '');
}
