import type { Endpoint } from '@parley/contract/endpoint.ts';
import { encode } from '@parley/contract/encode.ts';
import type { Json } from '@parley/contract/json-schema.ts';
import type { Exchange } from '../recorded.ts';

/** The server URL in examples; the script of the page replaces it with the page's own origin. */
export const EXAMPLE_URL = 'https://chat.example.org';

export type Example = Pick<Exchange, 'as' | 'args' | 'files' | 'payload'> & { readonly endpoint: Endpoint };

/** The path with its parameters filled in, and the encoded fields. */
export function requestOf({ endpoint, args }: Example): ReturnType<typeof encode> {
  const { path, fields } = encode(endpoint, args);
  const simple = fields.map(([name, text]): [string, string] => [
    name,
    asText(endpoint, name, args[name]) ?? text,
  ]);
  return { path, fields: simple };
}

/** The plain text of a parameter that accepts JSON or text, if the text cannot be mistaken for JSON. */
export function asText(endpoint: Endpoint, name: string, value: Json | undefined): string | undefined {
  return endpoint.parameters[name]?.travel === 'loose' &&
    typeof value === 'string' &&
    !/^[\s\d["{tfn-]/.test(value)
    ? value
    : undefined;
}

/** Formats a literal on one line, or on several if it would exceed the line width. */
export function literal(value: Json, style: Style, indent = ''): string {
  const flat = flatLiteral(value, style);
  if (typeof value !== 'object' || value === null || flat.length + indent.length <= MAX_LINE_CHARACTERS)
    return flat;
  const inner = `${indent}${style.indent}`;
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const items = Array.isArray(value)
    ? value.map((item: Json) => literal(item, style, inner))
    : Object.entries(value).map(([key, item]) => `${style.key(key)}: ${literal(item, style, inner)}`);
  return `${open}\n${items.map((item) => `${inner}${item},\n`).join('')}${indent}${close}`;
}

export type Style = {
  readonly indent: string;
  readonly key: (name: string) => string;
  readonly text: (value: string) => string;
  /** The literals for true, false and null. */
  readonly words: readonly [string, string, string];
  readonly padding: string;
};

const MAX_LINE_CHARACTERS = 66;

function flatLiteral(value: Json, style: Style): string {
  if (typeof value === 'string') return style.text(value);
  if (typeof value === 'number') return String(value);
  if (value === null) return style.words[2];
  if (typeof value === 'boolean') return style.words[value ? 0 : 1];
  if (Array.isArray(value)) return `[${value.map((item: Json) => flatLiteral(item, style)).join(', ')}]`;
  const members = Object.entries(value).map(
    ([key, item]) => `${style.key(key)}: ${flatLiteral(item, style)}`,
  );
  return members.length === 0 ? '{}' : `{${style.padding}${members.join(', ')}${style.padding}}`;
}
