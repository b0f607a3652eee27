import type { ParametersOf } from '@parley/contract/endpoint.ts';
import type { getMessages } from '@parley/contract/endpoints/message-search.ts';
import type { NarrowTerm } from '@parley/contract/objects/narrow.ts';
import { badRequest } from '../../engine/api-error.ts';
import type { Reader } from '../../engine/db/sql.ts';
import { leavesOut, type Actor, type GrantLimits } from '../../http/actor.ts';
import { findByNames } from '../channels/queries.ts';
import type { MessageRow } from './message.ts';
import { plainTerm } from './narrow/parse.ts';

/** Whether the limits of a grant hide a message. */
export function hidesMessage(
  limits: GrantLimits | undefined,
  { channel_id, sent_at }: Pick<MessageRow, 'channel_id' | 'sent_at'>,
): boolean {
  return leavesOut(limits, channel_id) || (limits?.since !== undefined && sent_at.getTime() < limits.since);
}

type Fetch = ParametersOf<typeof getMessages>;

/**
 * The request of a limited grant, which fetches messages of one of its channels, from its start on. As for spectators, the narrow has to
 * name what is readable, and terms that lead elsewhere are refused.
 */
export async function withinLimits(reader: Reader, { realm, limits }: Actor, request: Fetch): Promise<Fetch> {
  if (limits === undefined) return request;
  if (request.message_ids != null) throw badRequest('A grant with limits fetches no messages by their ids.');
  const narrow = request.narrow ?? [];
  if (narrow.some((term) => plainTerm(term).operator === 'with'))
    throw badRequest("A grant with limits cannot use the operator 'with'.");
  const { channels, since } = limits;
  const within = channels === undefined ? narrow : await inChannels(reader, realm.id, narrow, channels);
  const start: NarrowTerm[] =
    since === undefined ? [] : [{ operator: 'after', operand: new Date(since).toISOString() }];
  return { ...request, narrow: [...within, ...start] };
}

/** Names become ids, so that a channel that takes the name meanwhile is not meant. */
async function inChannels(
  reader: Reader,
  realmId: number,
  narrow: readonly NarrowTerm[],
  channels: ReadonlySet<number>,
): Promise<NarrowTerm[]> {
  const terms: NarrowTerm[] = [];
  let isInside = false;
  for (const term of narrow) {
    const { operator, operand, negated = false } = plainTerm(term);
    if ((operator !== 'channel' && operator !== 'stream') || negated) {
      terms.push(term);
      continue;
    }
    const id = typeof operand === 'number' ? operand : await idOf(reader, realmId, String(operand));
    if (id === undefined || !channels.has(id)) throw outside();
    terms.push({ operator: 'channel', operand: id });
    isInside = true;
  }
  if (!isInside) throw outside();
  return terms;
}

async function idOf(reader: Reader, realmId: number, name: string): Promise<number | undefined> {
  return (await findByNames(reader, realmId, [name.trim()]))[0]?.channel?.id;
}

function outside() {
  return badRequest('The grant reads some channels only: the narrow has to name one of them.');
}
