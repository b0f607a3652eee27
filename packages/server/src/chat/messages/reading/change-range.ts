import type { ParametersOf } from '@parley/contract/endpoint.ts';
import type { updateMessageFlagsForNarrow } from '@parley/contract/endpoints/message-flags.ts';
import type { Tx } from '../../../engine/db/tx.ts';
import { badRequest } from '../../../engine/api-error.ts';
import { anchorOf } from '../fetch/anchor.ts';
import { MAX_MESSAGES } from '../fetch/fetch.ts';
import { selectRange, type Range } from '../fetch/select-range.ts';
import { resolveWith } from '../narrow/follow-with.ts';
import type { Searcher } from '../narrow/resolve.ts';
import { changeFlags, type Changed } from './change-flags.ts';
import { flagOf } from './flag.ts';

type Request = ParametersOf<typeof updateMessageFlagsForNarrow>;

/** Anchors that name a message by its place instead of its id. */
const NAMED_ANCHORS: ReadonlySet<string> = new Set(['newest', 'oldest', 'first_unread']);

/** Sets or clears a flag on the messages around an anchor that match a search. */
export async function changeRange(
  tx: Tx,
  asker: Searcher,
  request: Request,
): Promise<{ range: Range; changed: Changed }> {
  const anchor = anchorOf(request.anchor);
  if (request.num_before > 0 && request.num_after > 0 && !request.include_anchor)
    throw badRequest('An anchor with messages on both sides cannot be left out.');
  const range = await selectRange(tx, asker, {
    narrow: await resolveWith(tx, asker, request.narrow ?? []),
    anchor,
    ...clamp(request),
    includeAnchor: request.include_anchor,
    includeEdge: request.include_anchor && NAMED_ANCHORS.has(request.anchor),
  });
  const changed = await changeFlags(tx, asker, { flag: flagOf(request.flag), op: request.op }, range.ids);
  return { range, changed };
}

/** Too much is made less: both sides keep half of it, unless the other one needs less. */
function clamp({ num_before, num_after }: Request): { numBefore: number; numAfter: number } {
  const numBefore = Math.min(num_before, Math.max(MAX_MESSAGES - num_after, MAX_MESSAGES / 2));
  return { numBefore, numAfter: Math.min(num_after, MAX_MESSAGES - numBefore) };
}
