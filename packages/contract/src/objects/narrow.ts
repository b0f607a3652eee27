import * as z from 'zod';
import { limits } from '../limits.ts';
import { boolean, integer, listUpTo, string, word } from '../primitives.ts';

type Operand = string | number | readonly number[];

/** Operators whose operand may be an id instead of a name or an address. */
const namesOne = new Set([
  'channel',
  'stream',
  'id',
  'sender',
  'group-pm-with',
  'group_pm_with',
  'dm-including',
  'mentions',
  'with',
]);
/** Operators whose operand may be a list of ids instead of addresses. */
const namesMany = new Set(['dm', 'pm-with', 'pm_with']);

/** Operators of the narrow of a queue. */
const queueOperators = ['channel', 'stream', 'topic', 'sender', 'is'] as const;
const operators = [
  ...queueOperators,
  'channels',
  'streams',
  'dm',
  'dm-including',
  'mentions',
  'has',
  'in',
  'id',
  'search',
  'with',
  'near',
  'pm-with',
  'pm_with',
  'group-pm-with',
  'group_pm_with',
  'before',
  'after',
  'date',
] as const;
const operator = word(operators);
export type NarrowOperator = z.infer<typeof operator>;

/** Only the JSON type is judged here. Whether a word or a name means anything is found out by the server. */
function fits(operator: string, operand: Operand): boolean {
  if (typeof operand === 'string') return operator !== 'search' || operand !== '';
  return (typeof operand === 'number' ? namesOne : namesMany).has(operator);
}

const operand = z.union([string, integer, listUpTo(integer, limits.recipients)]);

export const narrowTerm = z
  .union([z.object({ operator, operand, negated: boolean.optional() }), z.tuple([operator, operand])])
  .refine((term) => (Array.isArray(term) ? fits(...term) : fits(term.operator, term.operand)), {
    error: 'the operand is not of the kind that the operator takes',
  })
  .meta({
    id: 'NarrowTerm',
    description:
      'A term of a search: an object, or an operator and an operand. Additions of this server: `before` and `after` a moment in ISO 8601, and `date`, a day. Times are UTC unless they say otherwise; `before` a day ends where the day begins, and `after` a day begins where it ends.',
  });
export type NarrowTerm = z.infer<typeof narrowTerm>;

export const queueNarrowTerm = z
  .tuple([word(queueOperators), string])
  .meta({ id: 'QueueNarrowTerm', description: 'A term of the narrow of a queue.' });
export type QueueNarrowTerm = z.infer<typeof queueNarrowTerm>;
