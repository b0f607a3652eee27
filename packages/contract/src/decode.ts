import type * as z from 'zod';
import type { ErrorCode } from './errors.ts';
import { parseJsonText, type JsonText } from './json-text.ts';
import type { Decoded, Parameter, Parameters } from './parameter.ts';

export type Problem = { code: ErrorCode; msg: string; extra: Record<string, unknown> };
export type Decoding<P extends Parameters> =
  | { ok: true; values: Decoded<P>; unused: string[] }
  | { ok: false; problem: Problem };

/**
 * Turns the texts of a request into the values that an operation declares. Parameters are examined in
 * declaration order; the first problem is the one that is reported. `inPath` holds the parts of the path.
 */
export function decode<P extends Parameters>(
  parameters: P,
  inPath: Readonly<Record<string, string>>,
  fields: ReadonlyMap<string, string>,
): Decoding<P> {
  const values: Record<string, unknown> = {};
  const unused = new Set(fields.keys());
  for (const [name, parameter] of Object.entries(parameters)) {
    const found = textOf(name, parameter, inPath, fields);
    if (found.kind === 'twice') return confusing(name, found.other);
    if (found.kind === 'absent') {
      if (parameter.absence === 'error') return missing(name);
      if (parameter.absence === 'default') values[name] = parameter.fallback;
      continue;
    }
    if (found.field !== undefined) unused.delete(found.field);
    const parsed = parse(parameter, found.text);
    if (!parsed.ok) return bad(`${name}${parsed.where} ${parsed.problem}`);
    values[name] = parsed.value;
  }
  return { ok: true, values: values as Decoded<P>, unused: [...unused].toSorted(byCodeUnit) };
}

type Found =
  | { kind: 'absent' }
  | { kind: 'twice'; other: string }
  | { kind: 'text'; text: string; field?: string };

function textOf(
  name: string,
  parameter: Parameter,
  inPath: Readonly<Record<string, string>>,
  fields: ReadonlyMap<string, string>,
): Found {
  if (parameter.travel === 'path') {
    const text = inPath[name];
    return text === undefined ? { kind: 'absent' } : { kind: 'text', text };
  }
  const given = [name, ...parameter.aliases].filter((candidate) => fields.has(candidate));
  const [first, second] = given;
  if (first === undefined) return { kind: 'absent' };
  if (second !== undefined) return { kind: 'twice', other: second };
  return { kind: 'text', text: fields.get(first) ?? '', field: first };
}

type Parsed = { ok: true; value: unknown } | { ok: false; where: string; problem: string };

function parse(parameter: Parameter, text: string): Parsed {
  const read = readText(parameter, text);
  if (!read.ok) return { ok: false, where: '', problem: read.problem };
  const checked = parameter.schema.safeParse(read.value);
  if (checked.success) return { ok: true, value: checked.data };
  const issue = checked.error.issues[0];
  return {
    ok: false,
    where: place(issue?.path ?? []),
    problem: `is not accepted: ${issue?.message ?? 'bad value'}`,
  };
}

function readText(parameter: Parameter, text: string): JsonText {
  switch (parameter.travel) {
    case 'text':
      return { ok: true, value: text };
    case 'path':
      return isIntegerSchema(parameter.schema) ? parseJsonText(text) : { ok: true, value: text };
    case 'json':
      return text.length > MAX_SCALAR_LENGTH && isScalarSchema(parameter.schema)
        ? { ok: false, problem: 'is too long' }
        : parseJsonText(text);
    case 'loose': {
      const json = parseJsonText(text);
      return json.ok ? json : { ok: true, value: text };
    }
  }
}

/** Longer than any number or boolean, with room for blanks. */
const MAX_SCALAR_LENGTH = 100;

function isScalarSchema({ type }: z.ZodType): boolean {
  return type === 'number' || type === 'boolean';
}

function isIntegerSchema(schema: z.ZodType): boolean {
  return schema.type === 'number';
}

function place(path: readonly PropertyKey[]): string {
  return path.map((part) => (typeof part === 'number' ? `[${part}]` : `["${String(part)}"]`)).join('');
}

function bad(msg: string): { ok: false; problem: Problem } {
  return {
    ok: false,
    problem: { code: 'BAD_REQUEST', msg, extra: {} },
  };
}

function missing(name: string): { ok: false; problem: Problem } {
  return {
    ok: false,
    problem: {
      code: 'REQUEST_VARIABLE_MISSING',
      msg: `The parameter '${name}' is missing.`,
      extra: { var_name: name },
    },
  };
}

function confusing(name: string, other: string): { ok: false; problem: Problem } {
  return {
    ok: false,
    problem: {
      code: 'REQUEST_CONFUSING_VAR',
      msg: `The parameters '${name}' and '${other}' mean the same; send one of them.`,
      extra: { var_name1: name, var_name2: other },
    },
  };
}

function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
