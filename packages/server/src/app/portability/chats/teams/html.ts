import { linkOf } from '../compose.ts';
import type { TextPiece } from '../form.ts';

/** Pieces that stand in the place of marks in the HTML, by their ids. */
export type HtmlNames = {
  readonly mention: (id: string, label: string) => TextPiece;
  readonly link: (url: string, label: string) => TextPiece;
};

const TAGS = /<(\/?)([A-Za-z][A-Za-z0-9]*)((?:[^A-Za-z0-9<>][^<>]*)?)>/g;
const MARKS: Readonly<Record<string, string>> = {
  b: '**',
  strong: '**',
  i: '*',
  em: '*',
  s: '~~',
  strike: '~~',
  del: '~~',
};
const BLOCKS = new Set(['p', 'div', 'ul', 'ol', 'table', 'tr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']);
const MAX_LEVEL = 8;

/** HTML of a message as our Markdown. Tags that it does not know are left out, and so is what scripts and styles contain. */
export function fromHtml(html: string, names: HtmlNames): TextPiece[] {
  const writer = new Writer(names);
  let from = 0;
  for (const match of html.matchAll(TAGS)) {
    writer.text(html.slice(from, match.index));
    writer.tag((match[2] ?? '').toLowerCase(), match[1] === '/', match[3] ?? '');
    from = match.index + match[0].length;
  }
  writer.text(html.slice(from));
  return writer.pieces();
}

/** Contents that become one piece when their tag ends. */
type Open = { readonly tag: string; readonly attributes: string; text: string };

class Writer {
  readonly #names: HtmlNames;
  readonly #pieces: TextPiece[] = [];
  readonly #lists: { ordered: boolean; count: number }[] = [];
  #quotes = 0;
  #fences = 0;
  #hidden: string | undefined;
  #open: Open | undefined;

  constructor(names: HtmlNames) {
    this.#names = names;
  }

  text(html: string): void {
    if (html === '' || this.#hidden !== undefined) return;
    const text = decoded(html);
    if (this.#open === undefined) this.#write(this.#fences > 0 ? text : text.replaceAll(/\s+/g, ' '));
    else this.#open.text += text;
  }

  tag(tag: string, isEnd: boolean, attributes: string): void {
    if (this.#hidden !== undefined) {
      if (isEnd && tag === this.#hidden) this.#hidden = undefined;
      return;
    }
    const mark = MARKS[tag];
    if (tag === 'script' || tag === 'style' || tag === 'attachment') this.#hidden = isEnd ? undefined : tag;
    else if (tag === 'at' || tag === 'a' || tag === 'code') this.#collect(tag, isEnd, attributes);
    else if (this.#open !== undefined) return;
    else if (mark !== undefined) this.#write(mark);
    else if (tag === 'br') this.#line();
    else if (tag === 'hr') this.#write('\n\n---\n');
    else if (tag === 'pre' || tag === 'codeblock') this.#fence(isEnd);
    else if (tag === 'blockquote') this.#quote(isEnd);
    else if (tag === 'li') this.#item(isEnd);
    else if (tag === 'td' || tag === 'th') this.#write(isEnd ? ' | ' : '');
    else if (tag === 'img' || tag === 'emoji') this.#write(attributeOf(attributes, 'alt'));
    else if (tag === 'customemoji') this.#write(`:${attributeOf(attributes, 'alt').replaceAll(':', '')}:`);
    else if (BLOCKS.has(tag)) this.#block(tag, isEnd);
  }

  /** Neighboring mentions of one person are the parts of one name. */
  pieces(): TextPiece[] {
    const pieces: TextPiece[] = [];
    for (const piece of this.#pieces) {
      const [before, between] = [pieces.at(-2), pieces.at(-1)];
      const isSame = (one: TextPiece | undefined): boolean =>
        typeof piece === 'object' &&
        'person' in piece &&
        typeof one === 'object' &&
        'person' in one &&
        one.person === piece.person;
      if (isSame(between)) continue;
      if (isSame(before) && typeof between === 'string' && between.trim() === '') pieces.pop();
      else pieces.push(piece);
    }
    return pieces;
  }

  #write(text: string): void {
    if (text !== '') this.#pieces.push(text);
  }

  #line(): void {
    this.#write(`\n${'> '.repeat(Math.min(this.#quotes, MAX_LEVEL))}`);
  }

  #collect(tag: string, isEnd: boolean, attributes: string): void {
    if (!isEnd) {
      if (this.#fences === 0) this.#open ??= { tag, attributes, text: '' };
      return;
    }
    if (this.#open?.tag !== tag) return;
    const { text, attributes: opened } = this.#open;
    this.#open = undefined;
    if (tag === 'code') this.#write(text === '' ? '' : `\`${text.replaceAll(/[`\n]/g, ' ')}\``);
    else if (tag === 'at') this.#pieces.push(this.#names.mention(attributeOf(opened, 'id'), text));
    else this.#pieces.push(this.#names.link(attributeOf(opened, 'href'), text.trim()));
  }

  #fence(isEnd: boolean): void {
    this.#fences = Math.max(0, this.#fences + (isEnd ? -1 : 1));
    if (this.#fences === (isEnd ? 0 : 1)) this.#write('\n```\n');
  }

  #quote(isEnd: boolean): void {
    this.#quotes = Math.max(0, this.#quotes + (isEnd ? -1 : 1));
    this.#line();
  }

  #item(isEnd: boolean): void {
    if (isEnd) return;
    const list = this.#lists.at(-1);
    this.#line();
    const pad = '  '.repeat(Math.min(Math.max(this.#lists.length - 1, 0), MAX_LEVEL));
    if (list === undefined) return this.#write('- ');
    list.count += 1;
    this.#write(pad + (list.ordered ? `${list.count}. ` : '- '));
  }

  #block(tag: string, isEnd: boolean): void {
    if (tag === 'ul' || tag === 'ol')
      if (isEnd) this.#lists.pop();
      else if (this.#lists.length < 100) this.#lists.push({ ordered: tag === 'ol', count: 0 });
    if (/^h\d$/.test(tag) && !isEnd) this.#write(`\n${'#'.repeat(Number(tag[1]))} `);
    else if (isEnd) this.#line();
  }
}

function attributeOf(attributes: string, name: string): string {
  const parts = attributes.split('"');
  for (let n = 0; n + 1 < parts.length; n += 2)
    if ((parts[n] ?? '').trim().toLowerCase() === `${name}=`) return decoded(parts[n + 1] ?? '');
  return '';
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

function decoded(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|([a-z]{2,5}));/g, (whole, ten, hex, name) => {
    if (name !== undefined) return ENTITIES[String(name)] ?? whole;
    const point = ten === undefined ? Number.parseInt(String(hex), 16) : Number(ten);
    return point > 0 && point <= 0x10_ff_ff ? String.fromCodePoint(point) : '';
  });
}

/** A link that is no link to a message. */
export function plainLink(url: string, label: string): string {
  return linkOf(addressOf(url) ?? url, label);
}

/** An address without signs that end a link in Markdown. */
export function addressOf(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  return new URL(url).href.replaceAll('(', '%28').replaceAll(')', '%29').replaceAll("'", '%27');
}
