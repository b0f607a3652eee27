import { ByteReader, type IdList } from './id-list.ts';
import { intersect } from './intersect.ts';

/** Ids of a token. A frequent token has several postings in a segment, one behind the other. */
export type Posting = { readonly list: IdList; readonly first: number; readonly last: number };

/** Ids on one side of `from` (exclusive), nearest first; `count` of them are enough. */
export type Wanted = {
  readonly direction: 'older' | 'newer';
  readonly from: number;
  readonly count: number;
};

/** Ascending ids. They are complete up to `edge` (inclusive); without an edge, to the end of the segment. */
export type Nearest = { readonly ids: readonly number[]; readonly edge: number | undefined };

export function postingOf(list: IdList, firstId: number, last: number): Posting {
  return { list, first: firstId + new ByteReader(list).number(), last };
}

/** The nearest ids that are in one posting of each term. Postings that are farther away are not read. */
export function nearest(terms: readonly (readonly Posting[])[], firstId: number, wanted: Wanted): Nearest {
  const { direction, from, count } = wanted;
  const { isBeyond, near, far, take } = SIDES[direction];
  const ahead = terms.map((postings) => postings.filter((posting) => isBeyond(far(posting), from)));
  const [rarest = []] = ahead.toSorted((a, b) => bytesOf(a) - bytesOf(b));
  const edge = edgeAmong(rarest, wanted);
  const isInside = (id: number): boolean => edge === undefined || !isBeyond(id, edge);
  const lists = ahead.map((postings) =>
    postings.filter((posting) => isInside(near(posting))).map(({ list }) => list),
  );
  const ids = intersect(lists, firstId).filter((id) => isBeyond(id, from) && isInside(id));
  return ids.length <= count ? { ids, edge } : take(ids, count);
}

/** One id takes one byte in lists of frequent tokens, seldom more. */
const BYTES_PER_ID = 2;

/** The id before the first posting that need not be read. */
function edgeAmong(postings: readonly Posting[], { direction, from, count }: Wanted): number | undefined {
  const { isBeyond, before, byNearness } = SIDES[direction];
  let bytes = 0;
  for (const posting of postings.toSorted(byNearness)) {
    const edge = before(posting);
    if (bytes >= BYTES_PER_ID * count && isBeyond(edge, from)) return edge;
    bytes += posting.list.length;
  }
  return undefined;
}

function bytesOf(postings: readonly Posting[]): number {
  return postings.reduce((sum, { list }) => sum + list.length, 0);
}

type Side = {
  readonly isBeyond: (id: number, other: number) => boolean;
  readonly near: (posting: Posting) => number;
  readonly far: (posting: Posting) => number;
  readonly before: (posting: Posting) => number;
  readonly byNearness: (a: Posting, b: Posting) => number;
  readonly take: (ids: readonly number[], count: number) => Nearest;
};

const SIDES: Record<Wanted['direction'], Side> = {
  older: {
    isBeyond: (id, other) => id < other,
    near: ({ last }) => last,
    far: ({ first }) => first,
    before: ({ last }) => last + 1,
    byNearness: (a, b) => b.last - a.last,
    take: (ids, count) => ({ ids: ids.slice(-count), edge: ids.at(-count) }),
  },
  newer: {
    isBeyond: (id, other) => id > other,
    near: ({ first }) => first,
    far: ({ last }) => last,
    before: ({ first }) => first - 1,
    byNearness: (a, b) => a.first - b.first,
    take: (ids, count) => ({ ids: ids.slice(0, count), edge: ids[count - 1] }),
  },
};
