/** A piece of HTML that is safe to put into a page as it is. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | number | undefined | false | readonly Part[];

/** Puts values into HTML; whatever is not HTML already is escaped. */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Html(strings.map((text, index) => text + written(parts[index])).join(''));

export const joined = (pieces: readonly Html[], between: string): Html =>
  new Html(pieces.map(({ text }) => text).join(between));

/** Sentences of the contract: words between backquotes are code. */
export const prose = (text: string): Html =>
  new Html(
    text
      .split('`')
      .map((piece, index) => (index % 2 === 1 ? `<code>${escape(piece)}</code>` : escape(piece)))
      .join(''),
  );

const written = (part: Part): string => {
  if (part === undefined || part === false) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'string' || typeof part === 'number') return escape(String(part));
  return part.map(written).join('');
};

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (c) => ESCAPES[c] ?? c);
