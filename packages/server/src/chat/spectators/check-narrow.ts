import type { NarrowTerm } from '@parley/contract/objects/narrow.ts';
import { plainTerm, type PlainTerm } from '../messages/narrow/parse.ts';
import { needsAccount } from './access.ts';

const SPECTATOR_OPERATORS: ReadonlySet<string> = new Set([
  'channel',
  'stream',
  'channels',
  'streams',
  'topic',
  'sender',
  'has',
  'search',
  'near',
  'id',
  'with',
]);

/**
 * A narrow that spectators may request: it must be restricted to web-public channels and use only operators that do
 * not depend on an account. `in:home`, which clients add by themselves, is dropped.
 */
export function checkSpectatorNarrow(wire: readonly NarrowTerm[]): NarrowTerm[] {
  const terms = wire.filter((term) => !isInHome(plainTerm(term)));
  const plain = terms.map(plainTerm);
  if (!plain.some(isWebPublic) || !plain.every(isAllowed)) throw needsAccount();
  return terms;
}

function isInHome({ operator, operand, negated = false }: PlainTerm): boolean {
  return operator === 'in' && operand === 'home' && !negated;
}

function isWebPublic({ operator, operand, negated = false }: PlainTerm): boolean {
  return (operator === 'channels' || operator === 'streams') && operand === 'web-public' && !negated;
}

function isAllowed({ operator, operand }: PlainTerm): boolean {
  return SPECTATOR_OPERATORS.has(operator) || (operator === 'is' && operand === 'resolved');
}
