import * as z from 'zod';
import { integer } from './primitives.ts';

/** One kind of event, as a queue delivers it. `id` is added by the queue. */
export type EventDeclaration<
  T extends string = string,
  O extends string | null = string | null,
  S extends z.ZodRawShape = z.ZodRawShape,
> = { readonly type: T; readonly op: O; readonly shape: S; readonly doc: string; readonly since?: number };

export function event<T extends string, O extends string | null, S extends z.ZodRawShape>(
  type: T,
  op: O,
  shape: S,
  doc: string,
  since?: number,
): EventDeclaration<T, O, S> {
  return { type, op, shape, doc, ...(since === undefined ? {} : { since }) };
}

/** The payload that a verb emits. */
export type PayloadOf<E> =
  E extends EventDeclaration<infer T, infer O, infer S>
    ? { type: T } & (O extends string ? { op: O } : unknown) &
        (keyof S extends never ? unknown : z.output<z.ZodObject<S>>)
    : never;

const schemas = new WeakMap<EventDeclaration, z.ZodType>();

/** The whole event on the wire, closed. */
export function eventSchema(of: EventDeclaration): z.ZodType {
  const known = schemas.get(of);
  if (known !== undefined) return known;
  const op = of.op === null ? {} : { op: z.literal(of.op) };
  const schema = z
    .strictObject({
      id: integer.describe('Rises within the queue.'),
      type: z.literal(of.type),
      ...op,
      ...of.shape,
    })
    .meta({
      id: nameOf(of),
      description: of.doc,
      ...(of.since === undefined ? {} : { 'x-since': of.since }),
    });
  schemas.set(of, schema);
  return schema;
}

function nameOf(of: EventDeclaration): string {
  return [of.type, of.op, 'event']
    .filter((part) => part !== undefined)
    .join('_')
    .replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
