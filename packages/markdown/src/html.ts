const SPECIAL_IN_TEXT = /[<>]|&(?:(?:[a-z][a-z0-9]*|#(?:([0-9]{1,7})|x([0-9a-f]{1,6})));)?/gi;
const UNSAFE_IN_ATTRIBUTE = /[<>&"]/g;
const entityOf: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' };

/** Text content in which entities that the author wrote stay as they are. */
export function escapeText(text: string): string {
  return text.replace(SPECIAL_IN_TEXT, (found: string, decimal?: string, hexadecimal?: string) => {
    if (found.length === 1) return entity(found);
    const point = decimal === undefined ? hexadecimal && parseInt(hexadecimal, 16) : Number(decimal);
    return typeof point === 'number' && !isPrintable(point) ? `&amp;${found.slice(1)}` : found;
  });
}

/** Text content shown exactly as written, as code is. */
export function escapeCode(text: string): string {
  return text.replace(/[<>&]/g, entity);
}

export function escapeAttribute(value: string): string {
  return value.replace(UNSAFE_IN_ATTRIBUTE, entity);
}

/** An opening tag with its attributes in alphabetical order; `true` writes the name alone. */
export function openTag(name: string, attributes: Readonly<Record<string, string | true>>): string {
  let html = `<${name}`;
  for (const key of Object.keys(attributes).toSorted()) {
    const value = attributes[key];
    html += value === true ? ` ${key}` : ` ${key}="${escapeAttribute(value ?? '')}"`;
  }
  return `${html}>`;
}

/** Whether a reference to this code point stands for a character; parsers repair others in their own ways. */
function isPrintable(point: number): boolean {
  if (point < 0x20 || (point >= 0x7f && point < 0xa0)) return point === 0x09 || point === 0x0a;
  return point < 0xd800 || (point > 0xdfff && point <= 0x10ffff && (point & 0xfffe) !== 0xfffe);
}

function entity(character: string): string {
  return entityOf[character] ?? character;
}
