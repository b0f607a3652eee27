import * as z from 'zod';

/** Marks a JSON number that was written with a fraction or an exponent (`5.0`, `1e3`): a number, not an integer. */
export class RealNumber {
  readonly value: number;
  constructor(value: number) {
    this.value = value;
  }
}

/** An integer as JSON writes one. `z.int()` would put ±2^53 into the schema document; the bound is checked all the same. */
export const integer = z.int().meta({ minimum: undefined, maximum: undefined });
export const nonNegativeInteger = z.int().min(0).meta({ maximum: undefined });
export const positiveInteger = z.int().min(1).meta({ maximum: undefined });
export const boolean = z.boolean();

/** Any JSON number, whatever its spelling. */
export const number = z
  .preprocess((value) => (value instanceof RealNumber ? value.value : value), z.number())
  .meta({ type: 'number' });

export const id = integer;
export const string = z.string();
export const unixSeconds = integer;

/** Text of at most `max` code points, counted after trimming. JSON Schema counts the same way. */
export function textUpTo(max: number): z.ZodString {
  return z
    .string()
    .refine((text) => !isLongerThan(text.trim(), max), { error: `longer than ${max} characters` })
    .meta({ maxLength: max });
}

/** A list of at most `max` values. */
export function listUpTo<T extends z.ZodType>(value: T, max: number): z.ZodArray<T> {
  return z.array(value).max(max, { error: `more than ${max} values` });
}

/** Text that the server judges itself, with the words that it knows: programs in TypeScript may write no others. */
export function word<const T extends string>(known: readonly T[]): z.ZodType<T> {
  return z.string().meta({ 'x-known': known }) as unknown as z.ZodType<T>;
}

export const role = z.literal([100, 200, 300, 400, 600]);
export type Role = z.infer<typeof role>;

/** Whether a text has more than `max` code points. A longer text is not counted to its end: a code point has two units at most. */
export function isLongerThan(text: string, max: number): boolean {
  return text.length > max && (text.length > 2 * max || lengthOf(text) > max);
}

/** Counts what a user would call characters of the wire's limits: code points. */
export function lengthOf(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
