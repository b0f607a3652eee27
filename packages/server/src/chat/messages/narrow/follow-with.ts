import type { NarrowTerm } from '@parley/contract/objects/narrow.ts';
import type { Reader } from '../../../engine/db/sql.ts';
import type { Actor } from '../../../http/actor.ts';
import { ApiError } from '../../../engine/api-error.ts';
import { accessMessage, type Accessed } from '../access.ts';
import { plainTerm } from './parse.ts';
import { badNarrow } from './error.ts';

/**
 * A link to a conversation names a message of it, so that it finds the conversation when that has moved. If
 * the message is out of reach, the conversation that the link names otherwise counts.
 */
export async function followWith(
  reader: Reader,
  actor: Actor,
  wire: readonly NarrowTerm[],
): Promise<readonly NarrowTerm[]> {
  const terms = wire.map(plainTerm);
  const [named, another] = terms.filter(({ operator }) => operator === 'with');
  if (named === undefined) return wire;
  if (another !== undefined) throw badNarrow('it can follow one message only.');
  const text = String(named.operand);
  if (!/^\d{1,15}$/.test(text)) throw badNarrow(`'${text}' is not the id of a message.`);
  const found = await reach(reader, actor, Number(text));
  if (found !== undefined)
    return [
      ...terms.filter(({ operator }) => !PLACES.has(operator) && operator !== 'with').map(objectTerm),
      ...placeOf(found),
    ];
  const given = new Set(terms.filter(({ negated }) => negated !== true).map(({ operator }) => operator));
  if (!hasAny(given, DIRECT) && !(hasAny(given, CHANNEL) && given.has('topic')))
    throw badNarrow(`message ${text} does not exist.`);
  return terms.filter(({ operator }) => operator !== 'with').map(objectTerm);
}

const CHANNEL = ['channel', 'stream'];
const DIRECT = ['dm', 'pm-with', 'pm_with'];
const PLACES: ReadonlySet<string> = new Set([...CHANNEL, 'topic', ...DIRECT]);

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

async function reach(reader: Reader, actor: Actor, id: number): Promise<Accessed | undefined> {
  try {
    return await accessMessage(reader, actor, id);
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

function placeOf(found: Accessed): NarrowTerm[] {
  return found.kind === 'direct'
    ? [{ operator: 'dm', operand: [...found.users] }]
    : [
        { operator: 'channel', operand: found.channel.id },
        { operator: 'topic', operand: found.message.topic },
      ];
}
