import type { NarrowTerm } from '@parley/contract/objects/narrow.ts';
import type { Reader } from '../../../engine/db/sql.ts';
import type { Actor } from '../../../http/actor.ts';
import { ApiError } from '../../../engine/api-error.ts';
import { accessMessage, type Accessed } from '../access.ts';
import { plainTerm } from './parse.ts';
import { badNarrow } from './error.ts';

/**
 * Replaces the conversation terms of a narrow by the current conversation of its `with` message, so that links keep
 * working after a move. If the message is not accessible, the conversation terms apply.
 */
export async function resolveWith(
  reader: Reader,
  actor: Actor,
  wire: readonly NarrowTerm[],
): Promise<readonly NarrowTerm[]> {
  const terms = wire.map(plainTerm);
  const [named, another] = terms.filter(({ operator }) => operator === 'with');
  if (named === undefined) return wire;
  if (another !== undefined) throw badNarrow("the operator 'with' can occur only once.");
  const text = String(named.operand);
  if (!/^\d{1,15}$/.test(text)) throw badNarrow(`'${text}' is not the id of a message.`);
  const found = await findAccessible(reader, actor, Number(text));
  if (found !== undefined)
    return [
      ...terms
        .filter(({ operator }) => !CONVERSATION_OPERATORS.has(operator) && operator !== 'with')
        .map(objectTerm),
      ...conversationTerms(found),
    ];
  const given = new Set(terms.filter(({ negated }) => negated !== true).map(({ operator }) => operator));
  if (!hasAny(given, DIRECT_OPERATORS) && !(hasAny(given, CHANNEL_OPERATORS) && given.has('topic')))
    throw badNarrow(`message ${text} does not exist.`);
  return terms.filter(({ operator }) => operator !== 'with').map(objectTerm);
}

const CHANNEL_OPERATORS = ['channel', 'stream'];
const DIRECT_OPERATORS = ['dm', 'pm-with', 'pm_with'];
const CONVERSATION_OPERATORS: ReadonlySet<string> = new Set([
  ...CHANNEL_OPERATORS,
  'topic',
  ...DIRECT_OPERATORS,
]);

function hasAny(given: ReadonlySet<string>, operators: readonly string[]): boolean {
  return operators.some((operator) => given.has(operator));
}

function objectTerm({ operator, operand, negated }: ReturnType<typeof plainTerm>): NarrowTerm {
  return {
    operator,
    operand: typeof operand === 'object' ? [...operand] : operand,
    negated,
  };
}

async function findAccessible(reader: Reader, actor: Actor, id: number): Promise<Accessed | undefined> {
  try {
    return await accessMessage(reader, actor, id);
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

function conversationTerms(found: Accessed): NarrowTerm[] {
  return found.kind === 'direct'
    ? [{ operator: 'dm', operand: [...found.users] }]
    : [
        { operator: 'channel', operand: found.channel.id },
        { operator: 'topic', operand: found.message.topic },
      ];
}
