import type { Json, JsonObject } from '@parley/contract/json-schema.ts';

export type Kind = 'string' | 'integer' | 'number' | 'boolean' | 'null' | 'array' | 'object';

/** The comparable part of a schema or a recorded type, with unions merged. */
export type Shape = {
  /** Name of the object in the contract. */
  readonly name: string | null;
  /** Kinds of values, each with its allowed values, or null for all. Empty: unspecified. */
  readonly kinds: ReadonlyMap<Kind, readonly string[] | null>;
  readonly items: Shape | null;
  readonly fields: ReadonlyMap<string, Field> | null;
  /** Values of an object that is used as a map. */
  readonly values: Shape | null;
};
export type Field = { readonly shape: Shape; readonly required: boolean };

export type Lookup = (reference: string) => { name: string | null; schema: JsonObject };

const nothing: Shape = { name: null, kinds: new Map(), items: null, fields: null, values: null };

/** Reads a schema of our contract (JSON Schema 2020-12). */
export function shapeOf(schema: JsonObject, lookup: Lookup): Shape {
  const { name, flat } = flatten(schema, lookup);
  const alternatives = listOf(flat['anyOf'] ?? flat['oneOf']).map((part) => shapeOf(part, lookup));
  const own = ownShape(flat, lookup);
  // Alternatives beside fields only constrain which fields occur together.
  const shape = alternatives.length === 0 || own.fields !== null ? own : alternatives.reduce(merge);
  return { ...shape, name: name ?? shape.name };
}

function ownShape(flat: JsonObject, lookup: Lookup): Shape {
  const tuple = listOf(flat['prefixItems']).map((part) => shapeOf(part, lookup));
  const items = isObject(flat['items']) ? shapeOf(flat['items'], lookup) : null;
  const rest = flat['additionalProperties'];
  return {
    name: null,
    kinds: kindsOf(flat),
    items: tuple.length > 0 ? tuple.reduce(merge) : items,
    fields: fieldsOf(flat, lookup),
    values: isObject(rest) && Object.keys(rest).length > 0 ? shapeOf(rest, lookup) : null,
  };
}

function kindsOf(flat: JsonObject): Shape['kinds'] {
  const { type } = flat;
  const words: readonly Json[] | null = 'const' in flat ? [flat['const'] ?? null] : listOrNull(flat['enum']);
  const said = (Array.isArray(type) ? type : type === undefined ? [] : [type]) as Kind[];
  const kinds = new Set<Kind>(said.length > 0 ? said : (words ?? []).map(kindOfValue));
  if (kinds.size === 0 && flat['properties'] !== undefined) kinds.add('object');
  return new Map(
    [...kinds].map((kind) => [kind, words === null ? null : words.map((word) => JSON.stringify(word))]),
  );
}

export function kindOfValue(value: Json): Kind {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value as Kind;
}

function fieldsOf(flat: JsonObject, lookup: Lookup): Shape['fields'] {
  const { properties } = flat;
  if (!isObject(properties)) return null;
  const required = new Set<Json>(listOrNull(flat['required']) ?? []);
  return new Map(
    Object.entries(properties).map(([name, part]) => [
      name,
      { shape: isObject(part) ? shapeOf(part, lookup) : nothing, required: required.has(name) },
    ]),
  );
}

function merge(a: Shape, b: Shape): Shape {
  const kinds = new Map(a.kinds);
  for (const [kind, words] of b.kinds) {
    const known = kinds.get(kind);
    kinds.set(
      kind,
      known === undefined ? words : known === null || words === null ? null : [...known, ...words],
    );
  }
  const names = [...new Set([a.name, b.name].filter((name) => name !== null))];
  return {
    name: names.length === 1 ? (names[0] ?? null) : null,
    kinds,
    items: both(a.items, b.items, merge),
    fields: both(a.fields, b.fields, mergeFields),
    values: both(a.values, b.values, merge),
  };
}

function both<T>(a: T | null, b: T | null, join: (a: T, b: T) => T): T | null {
  return a === null ? b : b === null ? a : join(a, b);
}

type Fields = ReadonlyMap<string, Field>;

function mergeFields(a: Fields, b: Fields): Fields {
  const out = new Map<string, Field>();
  for (const name of new Set([...a.keys(), ...b.keys()])) {
    const left = a.get(name);
    const right = b.get(name);
    const shapes = [left, right].flatMap((field) => (field === undefined ? [] : [field.shape]));
    out.set(name, {
      shape: shapes.reduce(merge),
      required: left?.required === true && right?.required === true,
    });
  }
  return out;
}

/** Resolves references and merges `allOf`; a later part without a field keeps the earlier definition. */
function flatten(schema: JsonObject, lookup: Lookup): { name: string | null; flat: JsonObject } {
  const { $ref, allOf, ...own } = schema;
  if (typeof $ref === 'string') {
    const target = lookup($ref);
    const { name, flat } = flatten(target.schema, lookup);
    return { name: target.name ?? name, flat: { ...flat, ...own } };
  }
  if (!Array.isArray(allOf)) return { name: null, flat: schema };
  const parts = [...listOf(allOf), own].map((part) => flatten(part, lookup).flat);
  const variants = parts.find((part) => 'oneOf' in part && !('properties' in part));
  if (variants !== undefined && listOf(variants['oneOf']).every((one) => '$ref' in one))
    return { name: null, flat: { oneOf: distributed(variants, parts) } };
  const flat: JsonObject = Object.assign({}, ...parts);
  const properties: Record<string, JsonObject> = {};
  for (const part of parts)
    for (const [name, field] of Object.entries(isObject(part['properties']) ? part['properties'] : {})) {
      const known = properties[name];
      if (!isObject(field)) continue;
      properties[name] =
        known === undefined ? field : { ...flatten(known, lookup).flat, ...flatten(field, lookup).flat };
    }
  const required = parts.flatMap((part) => listOrNull(part['required']) ?? []);
  return {
    name: null,
    flat: { ...flat, ...(Object.keys(properties).length > 0 ? { properties } : {}), required },
  };
}

/** Alternatives of objects, each with the other parts. */
function distributed(variants: JsonObject, parts: readonly JsonObject[]): JsonObject[] {
  return listOf(variants['oneOf']).map((one) => ({
    allOf: [one, ...parts.filter((part) => part !== variants)],
  }));
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function listOrNull(value: Json | undefined): readonly Json[] | null {
  return Array.isArray(value) ? value : null;
}

function listOf(value: Json | undefined): JsonObject[] {
  return (listOrNull(value) ?? []).filter(isObject);
}
