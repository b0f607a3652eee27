import { MAX_PREVIEW_LENGTH } from '@parley/contract/endpoints/conversations.ts';
import { Parser } from 'htmlparser2';
import { truncate } from '../messages/text.ts';

/** Characters parsed between two checks whether the line is complete. */
const CHUNK_LENGTH = 1_024;

/** The first line of a rendered message as plain text; a quotation counts only if there is nothing else. */
export function previewOf(html: string): string {
  const line = new FirstLine();
  const parser = new Parser(line, { recognizeSelfClosing: true });
  for (let at = 0; at < html.length && !line.isComplete; at += CHUNK_LENGTH)
    parser.write(html.slice(at, at + CHUNK_LENGTH));
  if (!line.isComplete) parser.end();
  return truncate(line.text, MAX_PREVIEW_LENGTH, '…');
}

/** Collects the text of the first block that has any. */
class FirstLine {
  isComplete = false;
  /** Text so far, outside and inside of quotations. */
  #own = '';
  #quoted = '';
  #isQuotedComplete = false;
  #quotes = 0;
  readonly #stack: { readonly name: string; readonly text: TextKind }[] = [];
  /** A code point that replaces the text of the open element. */
  #replaced: string | undefined;

  get text(): string {
    return clean(this.#own) || clean(this.#quoted);
  }

  onopentag(name: string, attributes: Record<string, string>): void {
    const classes = attributes['class'] ?? '';
    if (name === 'img') this.ontext(attributes['alt'] ?? '');
    if (name === 'br' || blocks.has(name)) this.#endLine();
    const emoji = /(?:^|\s)emoji-([0-9a-f-]+)(?:\s|$)/.exec(classes)?.[1];
    if (emoji !== undefined) this.#replaced = emojiOf(emoji);
    if (voidElements.has(name)) return;
    if (name === 'blockquote') this.#quotes += 1;
    this.#stack.push({ name, text: textKindOf(name, classes, this.#stack.at(-1)?.text ?? 'shown') });
  }

  onclosetag(name: string): void {
    if (voidElements.has(name)) return;
    this.#stack.pop();
    if (blocks.has(name)) this.#endLine();
    if (name === 'blockquote') this.#quotes -= 1;
  }

  ontext(text: string): void {
    if (this.isComplete || (this.#stack.at(-1)?.text ?? 'shown') !== 'shown') return;
    const shown = this.#replaced ?? text;
    this.#replaced = undefined;
    if (this.#quotes === 0) this.#own += shown;
    else if (!this.#isQuotedComplete) this.#quoted += shown;
    if (shown.includes('\n') && this.#stack.some(({ name }) => name === 'pre')) this.#endLine();
  }

  #endLine(): void {
    if (this.#quotes === 0) this.isComplete ||= clean(this.#own) !== '';
    else this.#isQuotedComplete ||= clean(this.#quoted) !== '';
  }
}

/** The text of an element is shown, hidden with all that it contains, or a formula, of which the source is shown. */
type TextKind = 'shown' | 'hidden' | 'formula';

const HIDDEN = /(?:^|\s)(?:spoiler-content|katex-html)(?:\s|$)/;

function textKindOf(name: string, classes: string, outer: TextKind): TextKind {
  if (outer === 'hidden' || HIDDEN.test(classes)) return 'hidden';
  if (name === 'math') return 'formula';
  return name === 'annotation' ? 'shown' : outer;
}

const voidElements = new Set(['br', 'hr', 'img', 'input', 'wbr', 'source']);
const blocks = new Set('blockquote div h1 h2 h3 h4 h5 h6 hr li ol p pre table td th tr ul'.split(' '));

function emojiOf(code: string): string {
  const points = code.split('-').map((point) => Number.parseInt(point, 16));
  return points.every((point) => point > 0 && point <= 0x10_ff_ff) ? String.fromCodePoint(...points) : '';
}

/** The first line of a text that is not empty, without repeated spaces. */
function clean(text: string): string {
  const [line = ''] = text.trim().split('\n');
  return line.replaceAll(/\s+/g, ' ').trim();
}
