import type { Parameter } from '@parley/contract/parameter.ts';
import * as z from 'zod';
import type { Schema } from '../../fuzz/values.ts';

/** The place of a text in a value, to be filled. */
export class Slot {
  /** Longest text that the schema declares. */
  readonly max: number | undefined;
  constructor(max: number | undefined) {
    this.max = max;
  }
}

/** A list or record of a value, to be repeated. */
export class Many {
  readonly item: unknown;
  readonly max: number | undefined;
  readonly isRecord: boolean;
  constructor(item: unknown, max: number | undefined, isRecord: boolean) {
    this.item = item;
    this.max = max;
    this.isRecord = isRecord;
  }
}

type Bounded = Schema & { readonly maxLength?: number; readonly maxItems?: number };

export function schemaOf(parameter: Parameter): Bounded {
  return z.toJSONSchema(parameter.schema, { io: 'input', unrepresentable: 'any' }) as Bounded;
}

/** Values of a schema with slots and lists in place; every alternative of a schema occurs in one of them. */
export function shapesOf(schema: Bounded, root: Bounded = schema, depth = 0): unknown[] {
  if (depth > MAX_DEPTH) return [null];
  if (schema.$ref !== undefined) {
    const target = root.$defs?.[schema.$ref.replace('#/$defs/', '')];
    return target === undefined ? [null] : shapesOf(target, root, depth + 1);
  }
  if (schema.const !== undefined) return [schema.const];
  if (schema.enum !== undefined) return schema.enum.slice(0, 1);
  const options = schema.anyOf ?? schema.oneOf;
  if (options !== undefined) return options.flatMap((option) => shapesOf(option, root, depth + 1));
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type) {
    case 'boolean':
      return [true];
    case 'integer':
    case 'number':
      return [Math.max(1, schema.minimum ?? 1)];
    case 'string':
      return [new Slot(schema.maxLength)];
    case 'array':
      return listsOf(schema, root, depth);
    case 'object':
      return objectsOf(schema, root, depth);
    default:
      return [null];
  }
}

/** Schemas that contain themselves are followed this far. */
const MAX_DEPTH = 8;

function listsOf(schema: Bounded, root: Bounded, depth: number): unknown[] {
  if (schema.prefixItems !== undefined)
    return [schema.prefixItems.map((item) => shapesOf(item, root, depth + 1)[0])];
  return shapesOf(schema.items ?? {}, root, depth + 1).map((item) => new Many(item, schema.maxItems, false));
}

function objectsOf(schema: Bounded, root: Bounded, depth: number): unknown[] {
  const { properties = {}, additionalProperties } = schema;
  if (typeof additionalProperties === 'object' && Object.keys(properties).length === 0)
    return shapesOf(additionalProperties, root, depth + 1).map((item) => new Many(item, undefined, true));
  const variants = Object.entries(properties).map(([name, property]): [string, unknown[]] => [
    name,
    shapesOf(property, root, depth + 1),
  ]);
  const first = Object.fromEntries(variants.map(([name, [value]]) => [name, value]));
  const others = variants.flatMap(([name, values]) =>
    values.slice(1).map((value) => ({ ...first, [name]: value })),
  );
  return [first, ...others];
}

/** Texts and repetitions for the slots and lists of a shape. */
export type Filling = {
  /** The text of the slot with this number. */
  readonly text: (slot: number, max: number | undefined) => string;
  /** Repetitions in the list with this number. */
  readonly count: (list: number, max: number | undefined) => number;
};

/** A shape as plain JSON. Slots and lists are numbered in the order in which they are met. */
export function filled(shape: unknown, filling: Filling): unknown {
  let slots = 0;
  let lists = 0;
  const walk = (value: unknown): unknown => {
    if (value instanceof Slot) return filling.text(slots++, value.max);
    if (value instanceof Many) {
      const count = filling.count(lists++, value.max);
      const item = walk(value.item);
      return value.isRecord
        ? Object.fromEntries(Array.from({ length: count }, (_, n) => [`key${n}`, item]))
        : Array.from({ length: count }, (_, n) => distinct(item, n));
    }
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, walk(member)]));
    return value;
  };
  return walk(shape);
}

/** Equal members of a list could be dropped before they cost anything. */
function distinct(item: unknown, n: number): unknown {
  if (typeof item === 'number') return item + n;
  return typeof item === 'string' ? `${item}${n}` : item;
}

/** Slots and lists of a shape. */
export function countsOf(shape: unknown): { slots: (number | undefined)[]; lists: (number | undefined)[] } {
  const slots: (number | undefined)[] = [];
  const lists: (number | undefined)[] = [];
  filled(shape, {
    text: (_slot, max) => {
      slots.push(max);
      return '';
    },
    count: (_list, max) => {
      lists.push(max);
      return 1;
    },
  });
  return { slots, lists };
}
