import { decodeEntities, htmlPieces, type HtmlTag } from './html-pieces.ts';

/** Longer HTML is pasted as plain text. */
const MAX_PASTED_HTML = 200_000;

/** Markdown for pasted HTML; undefined when it has no structure that plain text would lose. */
export function htmlToMarkdown(html: string): string | undefined {
  if (html.length > MAX_PASTED_HTML || !HAS_STRUCTURE.test(html)) return undefined;
  const writer = new Writer();
  for (const piece of htmlPieces(html)) {
    if (typeof piece === 'string') writer.text(decodeEntities(piece));
    else writer.tag(piece);
  }
  const markdown = writer.result();
  return markdown === '' ? undefined : markdown;
}

const HAS_STRUCTURE = /<(a|b|strong|i|em|code|pre|ul|ol|li|h[1-6]|blockquote|del|s)[\s>]/i;

/** Words around the text of an element. */
const MARKS: Readonly<Record<string, string>> = {
  b: '**',
  strong: '**',
  i: '*',
  em: '*',
  del: '~~',
  s: '~~',
};

class Writer {
  #out = '';
  #links: string[] = [];
  #lists: { ordered: boolean; count: number }[] = [];
  #isPre = false;
  #isCode = false;
  /** Open elements with a mark; an element that only resets the style has none. */
  #marks: string[] = [];

  text(text: string): void {
    if (this.#isPre) this.#out += text;
    else this.#write(text.replaceAll(/\s+/g, ' '));
  }

  tag(tag: HtmlTag): void {
    if (tag.name === 'pre') this.#pre(tag.isClosing);
    else if (this.#isPre) return;
    else if (tag.name === 'a') this.#link(tag);
    else if (tag.name === 'code') this.#code();
    else if (MARKS[tag.name] !== undefined) this.#mark(MARKS[tag.name] ?? '', tag);
    else this.#block(tag);
  }

  result(): string {
    return this.#out
      .replaceAll(/(\*\*|~~)\s*\1/g, '')
      .replaceAll(/[ \t]+\n/g, '\n')
      .replaceAll(/\n{3,}/g, '\n\n')
      .trim();
  }

  #write(text: string): void {
    const isFresh = this.#out === '' || /\s$/.test(this.#out);
    this.#out += isFresh ? text.trimStart() : text;
  }

  #pre(isClosing: boolean): void {
    this.#isPre = !isClosing;
    this.#lines(1);
    this.#out += '```\n';
  }

  #code(): void {
    this.#isCode = !this.#isCode;
    this.#out += '`';
  }

  /** Editors wrap whole pastes into a `<b>` that is not bold. */
  #mark(mark: string, { isClosing, attributes }: HtmlTag): void {
    if (this.#isCode) return;
    if (!isClosing) {
      this.#marks.push(/font-weight:\s*normal/i.test(attributes) ? '' : mark);
      this.#out += this.#marks.at(-1) ?? '';
      return;
    }
    const trailing = / +$/.exec(this.#out)?.[0] ?? '';
    const text = this.#out.slice(0, this.#out.length - trailing.length);
    this.#out = text + (this.#marks.pop() ?? '') + trailing;
  }

  #link({ isClosing, attributes }: HtmlTag): void {
    if (!isClosing) {
      const href = decodeEntities(
        /href\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(attributes)?.slice(1).find(Boolean) ?? '',
      );
      const isWeb = /^(https?|mailto):/i.test(href);
      this.#links.push(isWeb ? href : '');
      if (isWeb) this.#out += '[';
      return;
    }
    const href = this.#links.pop() ?? '';
    if (href === '') return;
    const opening = this.#out.lastIndexOf('[');
    const label = this.#out.slice(opening + 1).trim();
    this.#out = this.#out.slice(0, opening);
    this.#out += label === '' ? '' : label === href ? href : `[${label}](${href})`;
  }

  #block({ name, isClosing }: HtmlTag): void {
    if (name === 'br') this.#out += '\n';
    else if (name === 'ul' || name === 'ol') this.#list(name === 'ol', isClosing);
    else if (name === 'li' && !isClosing) this.#item();
    else if (/^h[1-6]$/.test(name)) {
      if (isClosing) this.#lines(2);
      else {
        this.#lines(2);
        this.#out += `${'#'.repeat(Number(name[1]))} `;
      }
    } else if (name === 'blockquote') {
      this.#lines(2);
      if (!isClosing) this.#out += '> ';
    } else if (/^(p|table|section|article)$/.test(name)) this.#lines(this.#lists.length > 0 ? 0 : 2);
    else if (/^(div|tr)$/.test(name)) this.#lines(this.#lists.length > 0 ? 0 : 1);
    else if (/^t[dh]$/.test(name) && isClosing) this.#write(' ');
  }

  #list(ordered: boolean, isClosing: boolean): void {
    if (isClosing) {
      this.#lists.pop();
      this.#lines(this.#lists.length === 0 ? 2 : 1);
    } else {
      this.#lines(1);
      this.#lists.push({ ordered, count: 0 });
    }
  }

  #item(): void {
    const list = this.#lists.at(-1) ?? { ordered: false, count: 0 };
    list.count += 1;
    this.#lines(1);
    const indent = '  '.repeat(Math.max(0, this.#lists.length - 1));
    this.#out += `${indent}${list.ordered ? `${list.count}.` : '-'} `;
  }

  /** Ends the line, with empty lines before the next block. */
  #lines(count: number): void {
    if (this.#out === '' || /(^|\n)> $/.test(this.#out)) return;
    const present = /\n*$/.exec(this.#out)?.[0].length ?? 0;
    this.#out = this.#out.trimEnd() === '' ? '' : this.#out + '\n'.repeat(Math.max(0, count - present));
  }
}
