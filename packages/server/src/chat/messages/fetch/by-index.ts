import { sql, type Reader } from '../../../engine/db/sql.ts';
import { lookUp } from '../search/look-up.ts';
import type { Lookup } from '../search/lookups.ts';
import type { SearchIndex, SegmentRange } from '../search/open-index.ts';
import { DamagedPageError } from '../search/segments/page.ts';
import { lightColumns, type MessageVisibility } from './message-visibility.ts';
import {
  MAX_CANDIDATES,
  scan,
  type Candidates,
  type Direction,
  type MessageSource,
  type ScanWindow,
} from './source.ts';

/**
 * Messages that the search index names, and all messages behind it. Segments are read nearest first, in groups that
 * grow, so that a frequent word costs one segment.
 */
export function byIndex(
  reader: Reader,
  visibility: MessageVisibility,
  index: SearchIndex,
  lookups: readonly Lookup[],
): MessageSource {
  const parts = { reader, visibility, index, lookups };
  const scans = { older: new IndexScan(parts, 'older'), newer: new IndexScan(parts, 'newer') };
  return { limit: indexLimit, candidates: (window) => scans[window.direction].candidates(window) };
}

/** Nearly all candidates match, but many are in conversations that the reader does not see. */
function indexLimit(count: number, step: number): number {
  return Math.min(Math.max(100, 6 * count) * 2 ** step, MAX_CANDIDATES);
}

type IndexParts = {
  readonly reader: Reader;
  readonly visibility: MessageVisibility;
  readonly index: SearchIndex;
  readonly lookups: readonly Lookup[];
};

/** Ids from `from` (exclusive) on, nearest first. They are complete up to `edge`, an id as in `Candidates.reach`. */
type Stretch = { readonly from: number; readonly edge: number; readonly ids: readonly number[] };

const FIRST_GROUP_SIZE = 2;
const GROUP_GROWTH_FACTOR = 4;
const MAX_SEGMENTS_PER_GROUP = 32;

class IndexScan {
  readonly #parts: IndexParts;
  readonly #direction: Direction;
  /** Nearest first. */
  readonly #segments: readonly SegmentRange[];
  #amended: readonly number[] | undefined;
  #stretch: Stretch | undefined;
  #groupSize = FIRST_GROUP_SIZE;

  constructor(parts: IndexParts, direction: Direction) {
    this.#parts = parts;
    this.#direction = direction;
    this.#segments = direction === 'older' ? parts.index.segments.toReversed() : parts.index.segments;
  }

  async candidates(window: ScanWindow): Promise<Candidates> {
    const { visibility, index } = this.#parts;
    const { upto, head } = index;
    const isOlder = this.#direction === 'older';
    if (isOlder ? window.beyond > upto + 1 && head > upto : window.beyond >= upto)
      return { ...scan(visibility, sql`m.id > ${upto}`, window), ...(isOlder && { rest: upto + 1 }) };
    try {
      const from = isOlder ? Math.min(window.beyond, upto + 1) : window.beyond;
      return this.#candidatesIn(window, await this.#load(from, window.limit));
    } catch (error) {
      if (!(error instanceof DamagedPageError)) throw error;
      return { ...scan(visibility, sql`m.id <= ${upto}`, window), ...(!isOlder && { rest: upto }) };
    }
  }

  #candidatesIn(window: ScanWindow, { ids, edge }: Stretch): Candidates {
    const left = ids.filter((id) => this.#isBeyond(id, window.beyond));
    const some = left.slice(0, window.limit);
    const isEnd = this.#direction === 'older' && edge === 0;
    const reach = some.length < left.length ? (some.at(-1) ?? edge) : isEnd ? 'end' : edge;
    return { rows: some.length === 0 ? undefined : rowsOf(this.#parts.visibility, some), reach };
  }

  /**
   * The stretch with the next candidates. Reading pages is cheaper than a statement that checks candidates, so segments
   * are read until there are enough, or to the end of the index.
   */
  async #load(beyond: number, wanted: number): Promise<Stretch> {
    let stretch = this.#stretch;
    if (stretch === undefined || !this.#covers(stretch, beyond)) {
      this.#groupSize = FIRST_GROUP_SIZE;
      stretch = { from: beyond, edge: beyond, ids: [] };
    }
    let left = stretch.ids.filter((id) => this.#isBeyond(id, beyond));
    while (left.length < wanted && !this.#isLast(stretch.edge)) {
      const next = await this.#read(stretch.edge);
      left = [...left, ...next.ids];
      stretch = { from: beyond, edge: next.edge, ids: left };
      this.#groupSize = Math.min(this.#groupSize * GROUP_GROWTH_FACTOR, MAX_SEGMENTS_PER_GROUP);
    }
    this.#stretch = stretch;
    return stretch;
  }

  async #read(from: number): Promise<Stretch> {
    const { reader, visibility, lookups } = this.#parts;
    const ahead = this.#segments.filter(({ first, last }) =>
      this.#isBeyond(this.#direction === 'older' ? first : last, from),
    );
    const group = ahead.slice(0, this.#groupSize);
    const next = ahead[this.#groupSize];
    const edge = this.#edgeBefore(next);
    const named = await lookUp(reader, visibility.realmId, group, lookups);
    const ids = new Set([...named, ...(await this.#readAmended())]);
    const found = [...ids].filter((id) => this.#isBeyond(id, from) && !this.#isBeyond(id, edge));
    return { from, edge, ids: found.toSorted(this.#direction === 'older' ? descending : ascending) };
  }

  /** Messages that changed since they were indexed: those in amendments, and those that are in none yet. */
  async #readAmended(): Promise<readonly number[]> {
    const { reader, visibility, index, lookups } = this.#parts;
    this.#amended ??= [
      ...(await lookUp(reader, visibility.realmId, index.amendments, lookups)),
      ...index.changed,
    ];
    return this.#amended;
  }

  #edgeBefore(next: SegmentRange | undefined): number {
    if (this.#direction === 'older') return next === undefined ? 0 : next.last + 1;
    return next === undefined ? this.#parts.index.upto : next.first - 1;
  }

  #isLast(edge: number): boolean {
    return this.#direction === 'older' ? edge === 0 : edge === this.#parts.index.upto;
  }

  #isBeyond(id: number, beyond: number): boolean {
    return this.#direction === 'older' ? id < beyond : id > beyond;
  }

  #covers({ from, edge }: Stretch, beyond: number): boolean {
    return !this.#isBeyond(from, beyond) && !this.#isBeyond(beyond, edge);
  }
}

function ascending(a: number, b: number): number {
  return a - b;
}

function descending(a: number, b: number): number {
  return b - a;
}

function rowsOf({ realmId }: MessageVisibility, ids: readonly number[]): Candidates['rows'] {
  return sql`select ${lightColumns} from unnest(${[...ids]}::bigint[]) as i (id)
    join message m on m.realm_id = ${realmId} and m.id = i.id`;
}
