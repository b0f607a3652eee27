import type { NarrowTerm } from '@parley/contract/objects/narrow.ts';
import type { Reader } from '../../../engine/db/sql.ts';
import { parseNarrow } from '../narrow/parse.ts';
import type { Searcher } from '../narrow/resolve.ts';
import { NEWEST, type Anchor } from './anchor.ts';
import { locate } from './locate.ts';
import { planAmong, planOf } from './plan.ts';
import { prepareSearch, type Search } from './search.ts';
import { take } from './take.ts';

/** Messages around an anchor that match a search. */
export type RangeRequest = {
  /** Terms after `followWith`; null means all messages. */
  readonly narrow: readonly NarrowTerm[] | null;
  readonly anchor: Anchor;
  readonly numBefore: number;
  readonly numAfter: number;
  readonly includeAnchor: boolean;
  /** An anchor at either end, without messages before and after it, stands for the message at that end. */
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

export async function selectRange(reader: Reader, asker: Searcher, request: RangeRequest): Promise<Range> {
  const search = await prepareSearch(reader, asker, parseNarrow(request.narrow ?? []));
  return search === undefined ? NOTHING : rangeOf(reader, search, request);
}

/** What is found where the asker may not look. */
export const NOTHING: Range = {
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
  const itself =
    !isAnchorWanted || isEdge ? [] : await take(reader, planAmong(search, [anchor]), 'newer', 0, 1);
  return {
    ids: [...before.toReversed(), ...itself, ...after],
    anchor,
    foundAnchor: itself.length > 0,
    foundOldest: anchor === 0 || before.length < bounds.numBefore,
    foundNewest: anchor === NEWEST || after.length < bounds.numAfter,
  };
}

/** The first or the last message that matches, alone. */
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
