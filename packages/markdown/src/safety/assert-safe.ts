import { LINK_SCHEMES } from '../links/url.ts';
import { attributesOf, FOREIGN_LEAVES, GLOBAL_ATTRIBUTES, VOID_ELEMENTS } from './allowed.ts';

/** Output that must not reach a reader: a fault of the renderer, not of the author. */
export class UnsafeHtmlError extends Error {
  constructor(reason: string) {
    super(`The renderer made unsafe HTML: ${reason}`);
    this.name = 'UnsafeHtmlError';
  }
}

/**
 * The second wall behind escaping. Reads the finished HTML in one pass and accepts only the exact shape that
 * we write: known elements, known attributes in double quotes, known schemes, every element closed in order.
 * Anything that a lenient HTML parser might read in another way is refused rather than repaired.
 */
export function assertSafe(html: string): void {
  const open: string[] = [];
  for (let at = html.indexOf('<'), from = 0; ; at = html.indexOf('<', from)) {
    const text = html.slice(from, at === -1 ? undefined : at);
    if (text.includes('>')) throw new UnsafeHtmlError('a bracket in text');
    if (at === -1) break;
    TAG.lastIndex = at;
    const match = TAG.exec(html);
    if (match === null) throw new UnsafeHtmlError(`not a tag: ${html.slice(at, at + 40)}`);
    if (match[4] === '/' && !mayCloseItself(match, open))
      throw new UnsafeHtmlError(`${match[2]} closes itself`);
    checkTag(match[1] === '/', match[2] ?? '', match[3] ?? '', open);
    if (match[4] === '/') open.pop();
    from = at + match[0].length;
  }
  if (open.length > 0) throw new UnsafeHtmlError(`${open.at(-1)} is not closed`);
}

/** Whether the HTML of a library is safe; the caller shows unsafe HTML in another way. */
export function isSafe(html: string): boolean {
  try {
    assertSafe(html);
    return true;
  } catch (error) {
    if (error instanceof UnsafeHtmlError) return false;
    throw error;
  }
}

const TAG = /<(\/?)([a-z][a-z0-9]*)((?: [a-zA-Z][a-zA-Z0-9-]*(?:="[^"<>]*")?)*)(\/?)>/y;
const ATTRIBUTE = / ([a-zA-Z0-9-]+)(?:="([^"]*)")?/g;

/** Only inside a formula does a parser take the slash for the end of an element. */
function mayCloseItself([, closing, name = '']: RegExpExecArray, open: readonly string[]): boolean {
  return closing === '' && FOREIGN_LEAVES.has(name) && (open.includes('math') || open.includes('svg'));
}

function checkTag(closing: boolean, name: string, attributes: string, open: string[]): void {
  const allowed = attributesOf.get(name);
  if (allowed === undefined) throw new UnsafeHtmlError(`element ${name}`);
  if (closing) {
    if (open.pop() !== name || attributes !== '') throw new UnsafeHtmlError(`${name} closes nothing`);
    return;
  }
  if (!VOID_ELEMENTS.has(name)) open.push(name);
  if (attributes === '') return;
  for (const [, key = '', value = ''] of attributes.matchAll(ATTRIBUTE)) {
    if (!allowed.has(key) && !GLOBAL_ATTRIBUTES.has(key))
      throw new UnsafeHtmlError(`attribute ${key} on ${name}`);
    checkValue(name, key, value);
  }
}

function checkValue(name: string, key: string, value: string): void {
  if (key === 'href' && !isSafeAddress(value, LINK_SCHEMES)) throw new UnsafeHtmlError(`address ${value}`);
  if (key === 'src' && !isSafeAddress(value, WEB_SCHEMES)) throw new UnsafeHtmlError(`source ${value}`);
  if (key === 'style' && !isSafeStyle(name, value)) throw new UnsafeHtmlError(`style ${value}`);
}

const WEB_SCHEMES: ReadonlySet<string> = new Set(['http', 'https']);
// Characters that browsers skip while they look for the scheme.
// oxlint-disable-next-line no-control-regex
const SKIPPED = /[\u0000-\u0020\u007f-\u009f]/;

function isSafeAddress(written: string, schemes: ReadonlySet<string>): boolean {
  const value = written.replaceAll('&amp;', '&');
  if (SKIPPED.test(value)) return false;
  const scheme = /^([^:/?#]*):/.exec(value)?.[1];
  // A character reference other than &amp; could spell a colon.
  return scheme === undefined
    ? !/^[^/?#]*&/.test(written.replaceAll('&amp;', ''))
    : schemes.has(scheme.toLowerCase());
}

const ALIGNMENT_STYLE = /^text-align: (?:left|center|right);$/;
// Lengths, colours and the few keywords of formulas; no brackets, so no url().
const FORMULA_STYLE = /^(?:[a-z-]+:(?:[-.#\w% ]+)(?:;|$))*$/;
const FORMULA_PROPERTY =
  /^(?:height|vertical-align|margin(?:-[a-z]+)?|padding(?:-[a-z]+)?|top|left|bottom|right|width|min-width|color|background-color|border(?:-[a-z]+)*|font-size|display|transform)$/;

// The picture of a card: one string of a web address, in which quotes and backslashes are escaped.
const PICTURE_STYLE =
  /^background-image: url\(&quot;(\/(?!\/)|https?:\/\/)(?:[^\\&"<>\n]|&(?:amp|lt|gt);|\\\\|\\&quot;|\\a )*&quot;\)$/;

function isSafeStyle(name: string, value: string): boolean {
  if (name === 'a') return PICTURE_STYLE.test(value);
  if (name === 'td' || name === 'th') return ALIGNMENT_STYLE.test(value);
  if (!FORMULA_STYLE.test(value)) return false;
  return value
    .split(';')
    .every(
      (part) =>
        part === '' || part === 'position:relative' || FORMULA_PROPERTY.test(part.split(':')[0] ?? ''),
    );
}
