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

/** Anchors that name a position instead of an id. */
const NAMED_ANCHORS: ReadonlySet<string> = new Set(['newest', 'oldest', 'first_unread']);

/** Sets or clears a flag on the messages around an anchor that match a narrow. */
export async function changeRange(
  tx: Tx,
  searcher: Searcher,
  request: Request,
): Promise<{ range: Range; changed: Changed }> {
  const anchor = anchorOf(request.anchor);
  if (request.num_before > 0 && request.num_after > 0 && !request.include_anchor)
    throw badRequest(
      "The parameter 'include_anchor' must be true if messages before and after the anchor are requested.",
    );
  const range = await selectRange(tx, searcher, {
    narrow: await resolveWith(tx, searcher, request.narrow ?? []),
    anchor,
    ...clamp(request),
    includeAnchor: request.include_anchor,
    includeEdge: request.include_anchor && NAMED_ANCHORS.has(request.anchor),
  });
  const changed = await changeFlags(tx, searcher, { flag: flagOf(request.flag), op: request.op }, range.ids);
  return { range, changed };
}

/** Reduces a range over the limit: each side gets half of the limit, or more if the other side needs less. */
function clamp({ num_before, num_after }: Request): { numBefore: number; numAfter: number } {
  const numBefore = Math.min(num_before, Math.max(MAX_MESSAGES - num_after, MAX_MESSAGES / 2));
  return { numBefore, numAfter: Math.min(num_after, MAX_MESSAGES - numBefore) };
}
