import { badRequest } from '../problem.ts';

type Term = readonly [operator: string, operand: string];

const OPERATORS = new Set(['channel', 'stream', 'topic', 'sender', 'is']);

/** A queue's narrow knows fewer words than a search, and no negation. */
export const checkNarrow = (narrow: readonly Term[]): readonly Term[] => {
  for (const [operator, operand] of narrow) {
    if (!OPERATORS.has(operator)) throw badRequest(`A queue cannot be narrowed by '${operator}'.`);
    if (operator === 'is' && operand === 'followed')
      throw badRequest('A queue cannot be narrowed to followed topics.');
  }
  return narrow;
};
