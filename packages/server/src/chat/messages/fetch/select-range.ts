import type { NarrowTerm } from '@parley/contract/objects/narrow.ts';
import type { Reader } from '../../../engine/db/sql.ts';
import { parseNarrow } from '../narrow/parse.ts';
import type { Searcher } from '../narrow/resolve.ts';
import { NEWEST, type Anchor } from './anchor.ts';
import { locate } from './locate.ts';
import { planAmong, planOf } from './plan.ts';
import { prepareSearch, type Search } from './search.ts';
import { take } from './take.ts';

/** A request for messages around an anchor that match a narrow. */
export type RangeRequest = {
  /** Terms after `resolveWith`; null means all messages. */
  readonly narrow: readonly NarrowTerm[] | null;
  readonly anchor: Anchor;
  readonly numBefore: number;
  readonly numAfter: number;
  readonly includeAnchor: boolean;
  /** If no messages before and after are requested, an anchor at either end selects the message at that end. */
  readonly includeEdge?: boolean;
};

export type Range = {
  /** Ascending. */
  readonly ids: readonly number[];
  readonly anchor: number;
  readonly foundAnchor: boolean;
  readonly foundOldest: boolean;
  readonly foundNewest: boolean;
};

export async function selectRange(reader: Reader, searcher: Searcher, request: RangeRequest): Promise<Range> {
  const search = await prepareSearch(reader, searcher, parseNarrow(request.narrow ?? []));
  return search === undefined ? EMPTY_RANGE : rangeOf(reader, search, request);
}

/** The result of a search that the searcher may not make. */
export const EMPTY_RANGE: Range = {
  ids: [],
  anchor: NEWEST,
  foundAnchor: false,
  foundOldest: true,
  foundNewest: true,
};

type Bounds = Pick<RangeRequest, 'anchor' | 'numBefore' | 'numAfter' | 'includeAnchor' | 'includeEdge'>;

export async function rangeOf(reader: Reader, search: Search, bounds: Bounds): Promise<Range> {
  const anchor = await locate(reader, search, bounds.anchor);
  const isAlone = bounds.numBefore === 0 && bounds.numAfter === 0;
  const isEdge = anchor === 0 || anchor === NEWEST;
  if (isAlone && isEdge && bounds.includeEdge === true) return edgeOf(reader, search, anchor);
  const numBefore = anchor === 0 ? 0 : bounds.numBefore;
  const numAfter = anchor === NEWEST ? 0 : bounds.numAfter;
  const plan = await planOf(reader, search);
  const before = numBefore === 0 ? [] : await take(reader, plan, 'older', anchor, numBefore);
  const after = numAfter === 0 ? [] : await take(reader, plan, 'newer', anchor, numAfter);
  const isAnchorWanted = bounds.includeAnchor || isAlone;
  const anchorIds =
    !isAnchorWanted || isEdge ? [] : await take(reader, planAmong(search, [anchor]), 'newer', 0, 1);
  return {
    ids: [...before.toReversed(), ...anchorIds, ...after],
    anchor,
    foundAnchor: anchorIds.length > 0,
    foundOldest: anchor === 0 || before.length < bounds.numBefore,
    foundNewest: anchor === NEWEST || after.length < bounds.numAfter,
  };
}

/** The first or last match only. */
async function edgeOf(reader: Reader, search: Search, anchor: number): Promise<Range> {
  const isOldest = anchor === 0;
  const ids = await take(reader, await planOf(reader, search), isOldest ? 'newer' : 'older', anchor, 1);
  const isEmpty = ids.length === 0;
  return {
    ids,
    anchor,
    foundAnchor: !isEmpty,
    foundOldest: isOldest || isEmpty,
    foundNewest: !isOldest || isEmpty,
  };
}
