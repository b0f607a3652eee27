import { sql, type Reader } from '../../../engine/db/sql.ts';
import { ALL_IDS, lookUp } from '../search/look-up.ts';
import type { Lookup } from '../search/lookups.ts';
import type { SearchIndex, SegmentRange } from '../search/open-index.ts';
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
 * grow, and of a frequent word only the nearest ids.
 */
export function byIndex(
  reader: Reader,
  visibility: MessageVisibility,
  index: SearchIndex,
  lookups: readonly Lookup[],
  noteDamage: () => void,
): MessageSource {
  const parts = { reader, visibility, index, lookups, noteDamage };
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
  /** Reports a damaged or missing page. */
  readonly noteDamage: () => void;
};

/** Ids from `from` (exclusive) on, nearest first. They are complete up to `edge`, an id as in `Candidates.reach`. */
type Stretch = { readonly from: number; readonly edge: number; readonly ids: readonly number[] };

const FIRST_GROUP_SIZE = 2;
const GROUP_GROWTH_FACTOR = 4;
const MAX_SEGMENTS_PER_GROUP = 32;
/** Ids that a segment of the first group is asked for, at least; those of later groups for more. */
const MIN_IDS = 4_000;

class IndexScan {
  readonly #parts: IndexParts;
  readonly #direction: Direction;
  /** Nearest first. */
  readonly #segments: readonly SegmentRange[];
  /** Whether a page is damaged or missing; everything that is left is scanned then. */
  #isDamaged = false;
  #amended: readonly number[] | undefined;
  #stretch: Stretch | undefined;
  #groupSize = FIRST_GROUP_SIZE;

  constructor(parts: IndexParts, direction: Direction) {
    this.#parts = parts;
    this.#direction = direction;
    const { segments } = parts.index;
    this.#segments = direction === 'older' ? segments.toReversed() : segments;
  }

  async candidates(window: ScanWindow): Promise<Candidates> {
    const { visibility, index, noteDamage } = this.#parts;
    const { upto, head } = index;
    const isOlder = this.#direction === 'older';
    if (isOlder ? window.beyond > upto + 1 && head > upto : window.beyond >= upto)
      return { ...scan(visibility, sql`m.id > ${upto}`, window), ...(isOlder && { rest: upto + 1 }) };
    const from = isOlder ? Math.min(window.beyond, upto + 1) : window.beyond;
    const stretch = await this.#load(from, window.limit);
    if (stretch !== undefined) return this.#candidatesIn(window, stretch);
    if (!this.#isDamaged) noteDamage();
    this.#isDamaged = true;
    return scan(visibility, sql`true`, window);
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
   * are read until there are enough, or to the end of the index. Undefined if a page is damaged or missing.
   */
  async #load(beyond: number, wanted: number): Promise<Stretch | undefined> {
    if (this.#isDamaged) return undefined;
    let stretch = this.#stretch;
    if (stretch === undefined || !this.#covers(stretch, beyond)) {
      this.#groupSize = FIRST_GROUP_SIZE;
      stretch = { from: beyond, edge: beyond, ids: [] };
    }
    let left = stretch.ids.filter((id) => this.#isBeyond(id, beyond));
    while (left.length < wanted && !this.#isLast(stretch.edge)) {
      const next = await this.#read(stretch.edge, wanted);
      if (next === undefined) return undefined;
      left = [...left, ...next.ids];
      stretch = { from: beyond, edge: next.edge, ids: left };
      this.#groupSize = Math.min(this.#groupSize * GROUP_GROWTH_FACTOR, MAX_SEGMENTS_PER_GROUP);
    }
    this.#stretch = stretch;
    return stretch;
  }

  async #read(from: number, wanted: number): Promise<Stretch | undefined> {
    const { reader, visibility, lookups } = this.#parts;
    const amended = await this.#readAmended();
    const ahead = this.#ahead(from);
    const group = ahead.slice(0, this.#groupSize);
    const count = (Math.max(wanted, MIN_IDS) * this.#groupSize) / FIRST_GROUP_SIZE;
    const direction = this.#direction;
    const lists = await lookUp(reader, visibility.realmId, group, lookups, { direction, from, count });
    if (amended === undefined || lists === undefined) return undefined;
    const end = this.#edgeBefore(ahead[group.length]);
    const edge = this.#nearest([end, ...lists.flatMap((list) => list.edge ?? [])]);
    const isInside = (id: number): boolean => this.#isBeyond(id, from) && !this.#isBeyond(id, edge);
    const ids = lists.flatMap((list) => this.#inOrder(list.ids).filter(isInside));
    const others = amended.filter(isInside);
    if (others.length === 0) return { from, edge, ids };
    const all = [...new Set([...ids, ...others])].toSorted(ascending);
    return { from, edge, ids: this.#inOrder(all) };
  }

  /** Nearest first, of ascending ids. */
  #inOrder(ids: readonly number[]): readonly number[] {
    return this.#direction === 'older' ? ids.toReversed() : ids;
  }

  #nearest(ids: readonly number[]): number {
    return this.#direction === 'older' ? Math.max(...ids) : Math.min(...ids);
  }

  /** Segments with ids beyond an id, nearest first. */
  #ahead(from: number): SegmentRange[] {
    return this.#segments.filter(({ first, last }) =>
      this.#isBeyond(this.#direction === 'older' ? first : last, from),
    );
  }

  /** Messages that changed since they were indexed: those in amendments, and those that are in none yet. */
  async #readAmended(): Promise<readonly number[] | undefined> {
    const { reader, visibility, index, lookups } = this.#parts;
    if (this.#amended !== undefined) return this.#amended;
    const lists = await lookUp(reader, visibility.realmId, index.amendments, lookups, ALL_IDS);
    this.#amended = lists && [...lists.flatMap(({ ids }) => ids), ...index.changed];
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

function rowsOf({ realmId }: MessageVisibility, ids: readonly number[]): Candidates['rows'] {
  return sql`select ${lightColumns} from unnest(${[...ids]}::bigint[]) as i (id)
    join message m on m.realm_id = ${realmId} and m.id = i.id`;
}
