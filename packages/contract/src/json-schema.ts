import * as z from 'zod';

/** A JSON value; documents are made of them. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

export type SchemaWriter = {
  /** The schema of what the server sends (`output`) or of what it accepts (`input`). */
  readonly write: (schema: z.ZodType, side: 'input' | 'output') => JsonObject;
  /** The named schemas met so far. */
  readonly named: () => JsonObject;
};

/** Turns schemas into JSON Schema, with everything that has an id as a reference to `prefix` + id. */
export function schemaWriter(prefix: string): SchemaWriter {
  const components = new Map<string, JsonObject>();

  const write = (schema: z.ZodType, side: 'input' | 'output'): JsonObject => {
    const { properties, $defs } = tidy(converted(schema, side), prefix) as {
      properties: { root: JsonObject };
      $defs?: Record<string, JsonObject>;
    };
    for (const [id, definition] of Object.entries($defs ?? {})) {
      const known = components.get(id);
      if (known !== undefined && !areEqual(known, definition))
        throw new Error(`two different schemas are called ${id}`);
      components.set(id, definition);
    }
    return properties.root;
  };

  return {
    write,
    named: () => Object.fromEntries([...components].toSorted(([a], [b]) => (a < b ? -1 : 1))),
  };
}

const conversions = {
  input: new WeakMap<z.ZodType, JsonObject>(),
  output: new WeakMap<z.ZodType, JsonObject>(),
};

/** Many parameters share a schema, and converting one costs more than everything else. */
function converted(schema: z.ZodType, side: 'input' | 'output'): JsonObject {
  const known = conversions[side].get(schema);
  if (known !== undefined) return known;
  const document = z.toJSONSchema(z.strictObject({ root: schema }), { io: side, unrepresentable: 'any' });
  conversions[side].set(schema, document as JsonObject);
  return document as JsonObject;
}

/** The order of keys is nearly always the same, and then no sorting is needed. */
function areEqual(a: Json, b: Json): boolean {
  return JSON.stringify(a) === JSON.stringify(b) || canonicalJson(a) === canonicalJson(b);
}

/** JSON with sorted keys: equal documents give equal texts. */
export function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map((item: Json) => canonicalJson(item)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`).join(',')}}`;
}

const safe = new Set<unknown>([Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]);

/** Drops the limits of JavaScript's integers, says `integer` where only whole numbers stand, and renames references. */
function tidy(value: Json, prefix: string): Json {
  if (Array.isArray(value)) return value.map((item: Json) => tidy(item, prefix));
  if (typeof value !== 'object' || value === null) return value;
  const out: Record<string, Json> = {};
  for (const [key, item] of Object.entries(value)) {
    if (item === undefined || key === '$schema' || key === 'propertyNames') continue;
    if ((key === 'minimum' || key === 'maximum') && safe.has(item)) continue;
    if (key === '$ref' && typeof item === 'string') out[key] = item.replace('#/$defs/', prefix);
    else out[key] = tidy(item, prefix);
  }
  const words: Json = out['enum'] ?? ('const' in out ? [out['const'] ?? null] : []);
  if (out['type'] === 'number' && Array.isArray(words) && words.length > 0 && words.every(Number.isInteger))
    out['type'] = 'integer';
  return out;
}
