import type * as z from 'zod';
import { eventSchema, type EventDeclaration, type PayloadOf } from './event.ts';
import { draftsAdd, draftsRemove, draftsUpdate } from './events/drafts.ts';

/** Every kind of event that a queue can deliver. */
export const events = [draftsAdd, draftsUpdate, draftsRemove] as const;

/** An event as a verb emits it: everything but the `id`. */
export type EventPayload = PayloadOf<(typeof events)[number]>;
/** An event as a queue delivers it. */
export type WireEvent = EventPayload & { id: number };

export const findEvent = (type: string, op: string | null): EventDeclaration | undefined =>
  events.find((declared: EventDeclaration) => declared.type === type && declared.op === op);

export const schemaOfEvent = (wire: { type: string; op?: string }): z.ZodType | undefined => {
  const declared = findEvent(wire.type, wire.op ?? null);
  return declared === undefined ? undefined : eventSchema(declared);
};
