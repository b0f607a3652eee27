import { closingTag } from './html.ts';
import { innermostShared, type Enclosing, type Word } from './words.ts';

const marks = {
  inserted: '<span class="highlight_text_inserted">',
  deleted: '<span class="highlight_text_deleted">',
} as const;
export type Mark = keyof typeof marks;

/** Writes words in sequence, and opens and closes elements between them as needed. */
export class Writer {
  length = 0;
  readonly #parts: string[] = [];
  #at: Enclosing | null = null;
  #marked: Mark | null = null;
  /** White space after a marked word, written inside the mark if another word of the kind follows, else after it. */
  #pendingSpace = '';
  /** Whether a mark that starts here would directly follow a word or an inline element. */
  #isTouching = false;

  /** The innermost open element. */
  get at(): Enclosing | null {
    return this.#at;
  }

  same({ kind, html, inside, before, after }: Word): void {
    for (const space of before) this.#space(space.text, space.inside);
    if (kind === 'target') return;
    this.#moveTo(inside);
    this.#put(html);
    if (html !== '') this.#isTouching = true;
    this.#putSpace(after);
  }

  marked(mark: Mark, { html, before, after }: Word, inside: Enclosing | null): void {
    if (html !== '' && this.#marked === mark && this.#at === inside) {
      this.#put(this.#pendingSpace);
      for (const { text } of before) this.#put(text);
      this.#put(html);
      this.#pendingSpace = after;
      return;
    }
    if (mark === 'inserted') for (const space of before) this.#space(space.text, space.inside);
    this.#moveTo(inside, html !== '');
    if (html === '') return;
    this.#put(marks[mark]);
    this.#put(html);
    this.#marked = mark;
    this.#pendingSpace = after;
  }

  finish(): string {
    this.#moveTo(null);
    return this.#parts.join('');
  }

  #space(text: string, inside: Enclosing | null): void {
    if (this.#marked !== null && this.#at === inside) {
      this.#pendingSpace += text;
      return;
    }
    this.#moveTo(inside);
    this.#putSpace(text);
  }

  #moveTo(inside: Enclosing | null, toMark = false): void {
    this.#endMark();
    const shared = innermostShared(this.#at, inside);
    for (let at = this.#at; at !== null && at !== shared; at = at.parent) {
      this.#put(closingTag(at.name));
      this.#isTouching = !at.isBlock;
    }
    const opened: Enclosing[] = [];
    for (let at = inside; at !== null && at !== shared; at = at.parent) opened.push(at);
    if (toMark && this.#isTouching && opened.at(-1)?.isBlock !== true) this.#putSpace(' ');
    for (const { open } of opened.toReversed()) this.#put(open);
    if (opened.length > 0) this.#isTouching = false;
    this.#at = inside;
  }

  #endMark(): void {
    if (this.#marked === null) return;
    this.#put('</span>');
    this.#putSpace(this.#pendingSpace === '' ? ' ' : this.#pendingSpace);
    this.#marked = null;
    this.#pendingSpace = '';
  }

  #putSpace(text: string): void {
    if (text === '') return;
    this.#put(text);
    this.#isTouching = false;
  }

  #put(html: string): void {
    this.#parts.push(html);
    this.length += html.length;
  }
}
