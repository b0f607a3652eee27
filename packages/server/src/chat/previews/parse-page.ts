import { Parser } from 'htmlparser2';

/** Facts that a page states about itself. */
export type PageFacts = {
  readonly title?: string;
  readonly description?: string;
  /** Absolute. */
  readonly image?: string;
  /** Where the page is described by oEmbed; absolute. */
  readonly oembed?: string;
};

/** Longer texts are cut again when they are shown. */
const MAX_TEXT_CHARACTERS = 2_000;
/** A page shows that it is HTML within its first characters. */
const SIGN_CHARACTERS = 1_000;
const SIGNS = ['<!doctype html', '<html', '<head', '<title', '<meta', '<body'];

/** Facts in the head of a page, completed from its first heading. Undefined if it is no HTML. */
export function factsOf(html: string, url: string): PageFacts | undefined {
  const start = html.slice(0, SIGN_CHARACTERS).toLowerCase();
  if (!SIGNS.some((sign) => start.includes(sign))) return undefined;
  const page = new PageReader();
  readAll(html, page);
  const { open, texts } = page;
  const title = chosen(open.get('og:title'), texts.title, texts.h1);
  const description = chosen(open.get('og:description'), page.description, texts.pAfterH1, texts.p);
  const image = webAddress(chosen(open.get('og:image'), page.image), url);
  const oembed = webAddress(page.oembed, url);
  return {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(image === undefined ? {} : { image }),
    ...(oembed === undefined ? {} : { oembed }),
  };
}

/** A page of this depth is not meant for readers; what was read before counts. */
const MAX_DEPTH = 500;

class TooDeepError extends Error {
  override readonly name = 'TooDeepError';
}

function readAll(html: string, page: PageReader): void {
  const parser = new Parser(page);
  try {
    parser.write(html);
    parser.end();
  } catch (error) {
    if (!(error instanceof TooDeepError)) throw error;
  }
}

type Place = 'title' | 'h1' | 'p' | 'pAfterH1';

/** Collects the facts while the parser reads. */
class PageReader {
  readonly open = new Map<string, string>();
  readonly texts: Partial<Record<Place, string>> = {};
  description: string | undefined;
  image: string | undefined;
  oembed: string | undefined;
  /** Places whose text is being read, with the depth of their element. */
  readonly #reading = new Map<Place, number>();
  #depth = 0;
  #headingDepth: number | undefined;
  #isHeadingOver = false;

  onopentag(name: string, attributes: Readonly<Record<string, string>>): void {
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) throw new TooDeepError();
    switch (name) {
      case 'meta':
        this.#readMeta(attributes);
        break;
      case 'link':
        this.#readLink(attributes);
        break;
      case 'title':
        this.#begin('title');
        break;
      case 'h1':
        if (this.texts.h1 === undefined) this.#headingDepth = this.#depth;
        this.#begin('h1');
        break;
      case 'p':
        this.#begin('p');
        if (this.texts.h1 !== undefined && !this.#reading.has('h1')) this.#begin('pAfterH1');
        break;
      case 'img':
        if (this.#isHeadingOver && this.#depth === this.#headingDepth) this.image ??= attributes['src'];
        break;
    }
  }

  ontext(text: string): void {
    for (const place of this.#reading.keys()) {
      const known = this.texts[place] ?? '';
      if (known.length < MAX_TEXT_CHARACTERS)
        this.texts[place] = known + text.slice(0, MAX_TEXT_CHARACTERS - known.length);
    }
  }

  onclosetag(name: string): void {
    for (const [place, depth] of this.#reading) if (depth >= this.#depth) this.#reading.delete(place);
    if (name === 'h1' && this.#depth === this.#headingDepth) this.#isHeadingOver = true;
    this.#depth -= 1;
    // The parent of the heading has ended, so later elements are not its siblings.
    if (this.#headingDepth !== undefined && this.#depth < this.#headingDepth - 1) this.#isHeadingOver = false;
  }

  #begin(place: Place): void {
    if (this.texts[place] !== undefined) return;
    this.texts[place] = '';
    this.#reading.set(place, this.#depth);
  }

  #readLink({ rel = '', type = '', href }: Readonly<Record<string, string>>): void {
    if (type.toLowerCase() !== OEMBED_TYPE || !rel.toLowerCase().split(/\s+/).includes('alternate')) return;
    this.oembed ??= href?.slice(0, MAX_TEXT_CHARACTERS);
  }

  #readMeta({ property, name, content }: Readonly<Record<string, string>>): void {
    if (content === undefined) return;
    const value = content.slice(0, MAX_TEXT_CHARACTERS);
    const kind = property?.toLowerCase();
    if (kind === 'og:title' || kind === 'og:description' || kind === 'og:image') this.open.set(kind, value);
    if (name?.toLowerCase() === 'description') this.description ??= value;
  }
}

const OEMBED_TYPE = 'application/json+oembed';

function chosen(...texts: readonly (string | undefined)[]): string | undefined {
  for (const text of texts) {
    const clean = cleanText(text ?? '');
    if (clean !== '') return clean;
  }
  return undefined;
}

/** One line without characters that cannot be stored or shown. */
function cleanText(text: string): string {
  let clean = '';
  for (const character of text.toWellFormed()) {
    const isBlank = character <= ' ' || character === '\u007f' || character.trim() === '';
    if (!isBlank) clean += character;
    else if (clean !== '' && !clean.endsWith(' ')) clean += ' ';
  }
  return clean.trimEnd();
}

/** The absolute web address that a page names. */
export function webAddress(text: string | undefined, base: string): string | undefined {
  const url = text === undefined ? null : URL.parse(text, base);
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url.href : undefined;
}
