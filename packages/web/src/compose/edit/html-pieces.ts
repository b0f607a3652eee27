export type HtmlTag = { readonly name: string; readonly isClosing: boolean; readonly attributes: string };

/** Texts and tags of HTML in one pass; comments, styles and scripts are left out. */
export function* htmlPieces(html: string): Generator<string | HtmlTag> {
  let at = 0;
  while (at < html.length) {
    const next = html.indexOf('<', at);
    if (next !== at) yield html.slice(at, next === -1 ? html.length : next);
    if (next === -1) return;
    const end = html.startsWith('<!--', next) ? commentEnd(html, next) : tagEnd(html, next);
    if (end === undefined) return;
    const tag = readTag(html.slice(next, end));
    at = tag !== undefined && SILENT.test(tag.name) && !tag.isClosing ? contentEnd(html, end, tag.name) : end;
    if (tag !== undefined && !SILENT.test(tag.name)) yield tag;
  }
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

export function decodeEntities(text: string): string {
  return text.replaceAll(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{2,8}));/gi,
    (whole, hex?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? whole;
      const point = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return point > 0 && point <= 0x10_ff_ff ? String.fromCodePoint(point) : whole;
    },
  );
}

const SILENT = /^(style|script|head|title)$/;

function readTag(written: string): HtmlTag | undefined {
  const match = /^<(\/?)([a-z][a-z0-9]*)/i.exec(written);
  if (match === null) return undefined;
  const [opening, slash, name = ''] = match;
  return {
    name: name.toLowerCase(),
    isClosing: slash === '/',
    attributes: written.slice(opening.length, -1),
  };
}

function commentEnd(html: string, start: number): number | undefined {
  const end = html.indexOf('-->', start);
  return end === -1 ? undefined : end + 3;
}

/** Behind the `>` of a tag; a `>` in quotes belongs to an attribute. */
function tagEnd(html: string, start: number): number | undefined {
  let quote = '';
  for (let at = start + 1; at < html.length; at += 1) {
    const character = html[at] ?? '';
    if (quote !== '') quote = character === quote ? '' : quote;
    else if (character === '>') return at + 1;
    else if (character === '"' || character === "'") quote = character;
  }
  return undefined;
}

function contentEnd(html: string, start: number, name: string): number {
  const closing = new RegExp(`</${name}`, 'gi');
  closing.lastIndex = start;
  return closing.exec(html)?.index ?? html.length;
}
