const LINE_END = /<(?:br|hr)[^<>]*>|<\/(?:p|div|li|h[1-6]|tr|pre|blockquote|ul|ol)[^<>]*>/gi;
const LIST_ITEM = /<li[^<>]*>/gi;
const TAG = /<[^<>]*>/g;
const ENTITY = /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|(amp|lt|gt|quot|apos|nbsp));/g;
const EMPTY_LINES = /\n(?:[ \t]*\n){2,}/g;

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

/** The text of HTML with its lines. The result is shown in quotes, so that nothing in it counts as markup. */
export function textOfHtml(html: string): string {
  return html
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(LIST_ITEM, '* ')
    .replaceAll(LINE_END, '\n')
    .replaceAll(TAG, '')
    .replaceAll(ENTITY, (entity, decimal?: string, hexadecimal?: string, name = '') =>
      name === '' ? characterOf(entity, decimal, hexadecimal) : (NAMED[String(name)] ?? entity),
    )
    .replaceAll(EMPTY_LINES, '\n\n')
    .trim();
}

const MAX_CODE_POINT = 0x10ffff;

function characterOf(entity: string, decimal: string | undefined, hexadecimal = ''): string {
  const code = decimal === undefined ? Number.parseInt(hexadecimal, 16) : Number(decimal);
  return code > 0 && code <= MAX_CODE_POINT ? String.fromCodePoint(code) : entity;
}
