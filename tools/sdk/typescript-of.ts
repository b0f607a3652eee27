import type { Json, JsonObject } from '@parley/contract/json-schema.ts';

/** Prefix of references to named schemas. */
export const NAMED = '#/';

/** A JSON Schema as a TypeScript type. */
export function typeOf(schema: JsonObject): string {
  const { $ref, anyOf, oneOf, allOf, type } = schema;
  if (typeof $ref === 'string') return $ref.slice(NAMED.length);
  const words = schema['enum'] ?? schema['x-known'];
  if (Array.isArray(words)) return union(words.map(literal));
  if ('const' in schema) return literal(schema['const'] ?? null);
  if (isSchemas(anyOf)) return union(anyOf.map(typeOf));
  if (isSchemas(oneOf)) return union(oneOf.map(typeOf));
  if (isSchemas(allOf)) return allOf.map((part) => `(${typeOf(part)})`).join(' & ');
  if (Array.isArray(type)) return union(type.map((name: Json) => typeOf({ ...schema, type: name })));
  switch (type) {
    case 'string':
    case 'boolean':
    case 'null':
      return type;
    case 'integer':
    case 'number':
      return 'number';
    case 'array':
      return arrayType(schema);
    case 'object':
      return objectType(schema);
    default:
      return 'unknown';
  }
}

/** Members of an object type; optional members may also be undefined, as in the contract. */
export function membersOf(properties: Readonly<Record<string, Json>>, required: readonly Json[]): string {
  return Object.entries(properties)
    .map(([name, property]) => {
      const schema = property as JsonObject;
      const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
      const type = typeOf(schema);
      return required.includes(name)
        ? `${comment(schema['description'])}${key}: ${type};`
        : `${comment(schema['description'])}${key}?: ${type} | undefined;`;
    })
    .join('\n');
}

export function comment(text: Json | undefined): string {
  return typeof text === 'string' && text !== '' ? `/** ${text.replaceAll('*/', '*\\/')} */\n` : '';
}

function objectType({ properties, required, additionalProperties }: JsonObject): string {
  if (isObject(properties)) {
    const members = membersOf(properties, Array.isArray(required) ? required : []);
    return members === '' ? 'Record<never, never>' : `{\n${members}\n}`;
  }
  return `Record<string, ${isObject(additionalProperties) ? typeOf(additionalProperties) : 'unknown'}>`;
}

function arrayType({ items, prefixItems }: JsonObject): string {
  if (isSchemas(prefixItems)) return `[${prefixItems.map(typeOf).join(', ')}]`;
  return isObject(items) ? `(${typeOf(items)})[]` : 'unknown[]';
}

function union(types: readonly string[]): string {
  return [...new Set(types)].join(' | ');
}

function literal(value: Json): string {
  return JSON.stringify(value);
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isSchemas(value: Json | undefined): value is readonly JsonObject[] {
  return Array.isArray(value) && value.every((item: Json) => isObject(item));
}
