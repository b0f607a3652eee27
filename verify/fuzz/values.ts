import type { Seeded } from '@parley/test-support/seeded.ts';

/** The part of JSON Schema that the generator supports. */
export type Schema = {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  prefixItems?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  propertyNames?: Schema;
  minimum?: number;
  maximum?: number;
  $ref?: string;
  $defs?: Record<string, Schema>;
};

/** Ids that exist on the server, so that generated calls often refer to real objects. */
export type Known = {
  readonly ids: number[];
  readonly texts: string[];
  /** Whether some values are deliberately odd. */
  readonly wild: boolean;
};

/** Texts that are known to break servers. */
export const NASTY_TEXTS: readonly string[] = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\u{FFFE}',
  '\u{FEFF}',
  '\u202Egnp.exe',
  'İstanbul',
  'ﷺ'.repeat(50),
  'Z̸̙̈́'.repeat(400),
  '👩‍👩‍👧‍👦'.repeat(100),
  'x'.repeat(10_001),
  'x'.repeat(70_000),
  "'; drop table realm_user; --",
  '%00',
  '%',
  '$1',
  '{{{',
  '{id',
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '__proto__',
  'constructor',
  'null',
  'undefined',
  'true',
  '[]',
  '{}',
  '-1',
  '1e309',
  '(a+)+$',
  '(?P<id>[0-9]+)',
  '(?=x)',
  'a{1000}{1000}',
  'https://example.com/{id}',
  'role:members',
  '@**all**',
  'user1@parley.test',
  '|12',
];

const NUMBERS: readonly number[] = [
  0,
  1,
  -1,
  2,
  100,
  200,
  400,
  600,
  255,
  32_767,
  32_768,
  65_536,
  2_147_483_647,
  2_147_483_648,
  4_294_967_296,
  Number.MAX_SAFE_INTEGER,
  Number.MIN_SAFE_INTEGER,
];

/** JSON texts that are invalid or boundary values of every parameter. */
export const NASTY_JSON: readonly string[] = [
  '',
  'null',
  'True',
  '1.0',
  '1e3',
  '-0',
  '0x10',
  ' 12 ',
  'NaN',
  '9007199254740993',
  '18446744073709551616',
  '1e400',
  '"text"',
  '[null]',
  '[[[[]]]]',
  '{"a":{"b":{}}}',
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '"\\u0000"',
  '["\\ud800"]',
  '['.repeat(40),
  '['.repeat(200_000),
  `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`,
  `[${'1,'.repeat(50_000)}1]`,
  '{"a":1,"a":2}',
  '"',
  '[1,',
  '{]',
];

/** A value that the schema allows; sometimes just outside its bounds. */
export function valueOf(random: Seeded, schema: Schema, known: Known, root: Schema = schema): unknown {
  if (schema.$ref !== undefined) {
    const target = root.$defs?.[schema.$ref.replace('#/$defs/', '')];
    return target === undefined ? null : valueOf(random, target, known, root);
  }
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return random.pick(schema.enum);
  const options = schema.anyOf ?? schema.oneOf;
  if (options !== undefined) return valueOf(random, random.pick(options), known, root);
  const type = Array.isArray(schema.type) ? random.pick(schema.type) : schema.type;
  switch (type) {
    case 'boolean':
      return random.chance(0.5);
    case 'integer':
    case 'number':
      return numberOf(random, schema, known);
    case 'string':
      return textOf(random, known);
    case 'null':
      return null;
    case 'array':
      return arrayOf(random, schema, known, root);
    case 'object':
      return objectOf(random, schema, known, root);
    default:
      return random.pick([null, 1, 'x', [], {}]);
  }
}

function numberOf(random: Seeded, schema: Schema, known: Known): number {
  if (random.chance(0.6)) return random.pick(known.ids);
  if (!known.wild) return (schema.minimum ?? 0) + random.below(3);
  if (schema.minimum !== undefined && random.chance(0.3)) return schema.minimum - random.below(2);
  if (schema.maximum !== undefined && random.chance(0.3)) return schema.maximum + random.below(2);
  return random.pick(NUMBERS);
}

const WORDS = [
  'ada',
  'grace',
  'Linus',
  'alpha',
  'beta',
  'general',
  'inbox',
  'narrow/is/alerted',
  'acme.com',
  'en',
  '🎉',
];

export function textOf(random: Seeded, known: Known): string {
  if (known.wild && random.chance(0.25)) return random.pick(NASTY_TEXTS);
  if (random.chance(0.3)) return random.pick(known.texts);
  return `${random.pick(WORDS)}${random.below(1000)}`;
}

function arrayOf(random: Seeded, schema: Schema, known: Known, root: Schema): unknown[] {
  if (schema.prefixItems !== undefined)
    return schema.prefixItems.map((item) => valueOf(random, item, known, root));
  const length = known.wild && random.chance(0.05) ? 300 : random.below(4);
  return Array.from({ length }, () => valueOf(random, schema.items ?? {}, known, root));
}

function objectOf(random: Seeded, schema: Schema, known: Known, root: Schema): Record<string, unknown> {
  const made: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const needed = schema.required?.includes(name) ?? false;
    if (needed ? !known.wild || random.chance(0.95) : random.chance(0.5))
      made[name] = valueOf(random, property, known, root);
  }
  if (typeof schema.additionalProperties === 'object')
    for (let i = random.below(3); i > 0; i -= 1)
      made[textOf(random, known)] = valueOf(random, schema.additionalProperties, known, root);
  if (known.wild && random.chance(0.05)) made['surplus'] = 1;
  return made;
}
