/** A member of an object type, as it is written. */
export type TypeMember = { readonly name: string; readonly type: string };

/** A text of TypeScript without its comments, whose quotes need not be closed. */
export function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[^]*?\*\/|(?<=^|\s)\/\/.*$/gm, '');
}

const OPENING = '{[(<';
const CLOSING = '}])>';

/** The text up to the bracket that closes the one at `from`, both included. */
export function balanced(text: string, from: number): string {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (sign === "'" || sign === '"') at = endOfQuote(text, at);
    else if (OPENING.includes(sign)) depth += 1;
    else if (CLOSING.includes(sign) && !(sign === '>' && text[at - 1] === '=')) depth -= 1;
    if (depth === 0) return text.slice(from, at + 1);
  }
  throw new Error(`A bracket is not closed: ${text.slice(from, from + 80)}`);
}

function endOfQuote(text: string, from: number): number {
  const end = text.indexOf(text.charAt(from), from + 1);
  if (end < 0) throw new Error(`A quote is not closed: ${text.slice(from, from + 80)}`);
  return end;
}

/** The place of the next separator that stands in no brackets and no quotes, or the end of the text. */
export function endAt(text: string, from: number, separator: string): number {
  let at = from;
  while (at < text.length && text[at] !== separator) {
    const sign = text.charAt(at);
    if (sign === "'" || sign === '"') at = endOfQuote(text, at);
    else if (OPENING.includes(sign)) at += balanced(text, at).length - 1;
    at += 1;
  }
  return at;
}

export function splitAt(text: string, separator: string): string[] {
  const parts: string[] = [];
  for (let from = 0; from < text.length;) {
    const end = endAt(text, from, separator);
    parts.push(text.slice(from, end).trim());
    from = end + 1;
  }
  return parts.filter((part) => part !== '');
}

/** The members of `{ … }`. */
export function membersOf(objectType: string): TypeMember[] {
  return splitAt(objectType.trim().slice(1, -1), ';').map((member) => {
    const colon = member.indexOf(':');
    const name = member.slice(0, colon).replace(/^readonly\s/, '');
    return { name: name.trim(), type: member.slice(colon + 1).trim() };
  });
}

/** A type of JavaScript that values of PostgreSQL become, as the types of rows name it. */
export type Kind =
  | 'number'
  | 'string'
  | 'boolean'
  | 'Date'
  | 'Buffer'
  | 'json'
  | `${'number' | 'string' | 'boolean'}[]`;

/** The kind of a type without `null`; undefined if its name does not tell. */
export function kindOf(type: string): Kind | undefined {
  const some = splitAt(type, '|').filter((part) => part !== 'null');
  const kinds = new Set(some.map(kindOfPart));
  return kinds.size === 1 ? [...kinds][0] : undefined;
}

function kindOfPart(type: string): Kind | undefined {
  const plain = type.replace(/^readonly\s+/, '');
  if (/^(number|string|boolean|Date|Buffer|(number|string|boolean)\[\])$/.test(plain)) return plain as Kind;
  if (/^'.*'$/.test(plain)) return 'string';
  if (/^-?\d+$/.test(plain)) return 'number';
  return /^(Json\b|\{|\[|Record<)/.test(plain) ? 'json' : undefined;
}

export function isNullable(type: string): boolean {
  return splitAt(type, '|').includes('null');
}
