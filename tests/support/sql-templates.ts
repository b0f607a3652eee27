import { balanced } from './type-text.ts';

/** A template with the tag `sql`, as it is written. */
export type SqlTemplate = {
  /** Where it begins in its source. */
  readonly at: number;
  readonly end: number;
  /** The type argument of the tag. */
  readonly row: string | undefined;
  /** One more than expressions. */
  readonly texts: readonly string[];
  readonly expressions: readonly string[];
};

/** The templates of a source that are in no other template. */
export function templatesIn(source: string): SqlTemplate[] {
  const found: SqlTemplate[] = [];
  const tag = /\bsql(?=[<`])/g;
  for (let match = tag.exec(source); match !== null; match = tag.exec(source)) {
    const template = readTagged(source, match.index);
    if (template === undefined) continue;
    found.push(template);
    tag.lastIndex = template.end;
  }
  return found;
}

/** The end of the expression that begins at `from`: the sign that closes it, or a semicolon or comma behind it. */
export function endOfExpression(source: string, from: number): number {
  let at = from;
  for (let depth = 0; at < source.length; at += 1) {
    const sign = source.charAt(at);
    if (sign === "'" || sign === '"') at = endOfString(source, at);
    else if (sign === '`') at = endOfTemplate(source, at);
    else if ('{[('.includes(sign)) depth += 1;
    else if ('}])'.includes(sign)) depth -= 1;
    if (depth < 0 || (depth === 0 && ';,'.includes(sign))) break;
  }
  return at;
}

/** The arguments of a call or the parameters of a function, without their brackets. */
export function argumentsIn(text: string): string[] {
  const found: string[] = [];
  for (let from = 0; from < text.length;) {
    const end = endOfExpression(text, from);
    found.push(text.slice(from, end).trim());
    from = end + 1;
  }
  return found;
}

function readTagged(source: string, at: number): SqlTemplate | undefined {
  const afterTag = at + 'sql'.length;
  const generic = source[afterTag] === '<' ? balanced(source, afterTag) : '';
  const open = afterTag + generic.length;
  if (source[open] !== '`') return undefined;
  const row = generic === '' ? undefined : generic.slice(1, -1).trim();
  return { at, row, ...readTemplate(source, open) };
}

function readTemplate(source: string, open: number): Pick<SqlTemplate, 'end' | 'texts' | 'expressions'> {
  const texts: string[] = [];
  const expressions: string[] = [];
  let from = open + 1;
  for (let at = from; at < source.length; at += 1) {
    if (source[at] === '\\') at += 1;
    else if (source[at] === '`')
      return { end: at + 1, texts: [...texts, source.slice(from, at)], expressions };
    else if (source.startsWith('${', at)) {
      const end = endOfPlaceholder(source, at + 2);
      texts.push(source.slice(from, at));
      expressions.push(source.slice(at + 2, end).trim());
      from = end + 1;
      at = end;
    }
  }
  throw new Error(`A template is not closed: ${source.slice(open, open + 80)}`);
}

function endOfPlaceholder(source: string, from: number): number {
  let end = endOfExpression(source, from);
  while (source[end] === ',') end = endOfExpression(source, end + 1);
  return end;
}

function endOfString(source: string, from: number): number {
  for (let at = from + 1; at < source.length; at += 1) {
    if (source[at] === '\\') at += 1;
    else if (source[at] === source[from]) return at;
  }
  return source.length;
}

function endOfTemplate(source: string, open: number): number {
  return readTemplate(source, open).end - 1;
}
