import { setImmediate } from 'node:timers/promises';
import { sql, type QueryName, type Reader } from '../../../engine/db/sql.ts';
import { textOf } from '../search/html-text.ts';
import { matches } from '../search/matches.ts';
import type { Unit } from '../search/units.ts';
import type { Fragment, MessageVisibility } from './message-visibility.ts';
import type { IdWindow } from './times.ts';
import { inOrder, type Direction, type MessageSource, type ScanWindow } from './source.ts';

/** A search that is ready to run. */
export type FetchPlan = {
  readonly visibility: MessageVisibility;
  readonly source: MessageSource;
  /** Ids between which all matches are. */
  readonly window?: IdWindow | undefined;
  /** SQL conditions that a candidate must meet. */
  readonly conditions: readonly Fragment[];
  /** The units of a search text that a candidate must contain. */
  readonly units: readonly Unit[] | undefined;
  /** Set if the statements of the plan have few different texts, so that they need not be planned each time. */
  readonly queryName?: QueryName | undefined;
};

/** Candidates of a window that match. */
type Judged = {
  readonly ids: readonly number[];
  readonly seen: number;
  /** The farthest candidate. */
  readonly reached: number | null;
  /** The farthest candidate that was checked, if others wait. */
  readonly stopped?: number | undefined;
};

/** Returns at most `count` matching ids beyond an id, nearest first. */
export async function take(
  reader: Reader,
  plan: FetchPlan,
  direction: Direction,
  beyond: number,
  count: number,
): Promise<number[]> {
  const found: number[] = [];
  const { after, before } = plan.window ?? EVERYTHING;
  let from = direction === 'older' ? Math.min(beyond, before) : Math.max(beyond, after);
  const isInWindow = (): boolean => (direction === 'older' ? from > after + 1 : from < before - 1);
  for (let step = 0; found.length < count && isInWindow(); step += 1) {
    const wanted = count - found.length;
    const window = { direction, beyond: from, limit: plan.source.limit(wanted, step, direction) };
    const { rows, reach, rest = 'end' } = await plan.source.candidates(window, step);
    const judged =
      rows === undefined
        ? NOTHING
        : await (plan.units === undefined
            ? judge(reader, plan, rows, window, wanted)
            : judgeTexts(reader, plan, plan.units, rows, window, wanted));
    found.push(...judged.ids);
    const next = judged.stopped ?? reach ?? (judged.seen < window.limit ? rest : (judged.reached ?? 'end'));
    if (next === 'end') break;
    from = next;
  }
  return found;
}

const EVERYTHING: IdWindow = { after: -1, before: Infinity };

const NOTHING: Judged = { ids: [], seen: 0, reached: null };

async function judge(
  reader: Reader,
  { visibility, conditions }: FetchPlan,
  rows: Fragment,
  window: ScanWindow,
  wanted: number,
): Promise<Judged> {
  const row = await reader.first(
    sql<Judged>`
      with m as materialized (${rows}),
      matching as (
        select m.id from m ${visibility.joins} where ${allOf(conditions)}
        order by ${inOrder(sql`m.id`, window)} limit ${wanted}
      )
      select array(select id from matching order by ${inOrder(sql`id`, window)}) as ids,
        (select count(*) from m)::integer as seen, ${reachedIn(window)} as reached`,
  );
  return row ?? NOTHING;
}

/** Messages whose texts one statement returns, and bytes of their HTML; the first one comes whatever its size. */
const MIN_TEXTS = 100;
const MAX_TEXTS = 500;
const MAX_TEXT_BYTES = 4 * 1024 * 1024;
/** Characters that are checked in one turn of the event loop, in some milliseconds. */
const CHARACTERS_PER_TURN = 128 * 1024;

type TextRow = {
  readonly id: number | null;
  readonly topic: string;
  readonly rendered: string;
  /** Whether all messages that the statement saw have come. */
  readonly is_whole: boolean;
  readonly seen: number;
  readonly reached: number | null;
};

/** Checks the texts of candidates that the reader sees. */
async function judgeTexts(
  reader: Reader,
  { visibility, conditions, queryName }: FetchPlan,
  units: readonly Unit[],
  rows: Fragment,
  window: ScanWindow,
  wanted: number,
): Promise<Judged> {
  const limit = Math.min(Math.max(MIN_TEXTS, 3 * wanted), MAX_TEXTS);
  const texts = await reader.all(
    sql<TextRow>`
      with m as materialized (${rows}),
      visible as (
        select m.id from m ${visibility.joins} where ${allOf(conditions)}
        order by ${inOrder(sql`m.id`, window)} limit ${limit}
      )
      select x.id, x.topic, x.rendered, s.seen, s.reached, x.up_to = x.bytes as is_whole
      from (select (select count(*) from m)::integer as seen, ${reachedIn(window)} as reached) as s
      left join (
        select t.id, t.topic, t.rendered, octet_length(t.rendered) as own,
          sum(octet_length(t.rendered)) over () as bytes,
          sum(octet_length(t.rendered)) over (order by ${inOrder(sql`t.id`, window)}) as up_to
        from visible v join message t on t.realm_id = ${visibility.realmId} and t.id = v.id
      ) as x on x.up_to <= ${MAX_TEXT_BYTES} or x.up_to = x.own
      order by ${inOrder(sql`x.id`, window)}`,
    queryName,
  );
  const ids: number[] = [];
  let checked = 0;
  for (const { id, topic, rendered } of texts) {
    if (id === null || ids.length >= wanted) break;
    if (matches(units, [topic, textOf(rendered)])) ids.push(id);
    checked += rendered.length;
    if (checked < CHARACTERS_PER_TURN) continue;
    checked = 0;
    await setImmediate();
  }
  const last = texts.at(-1);
  return {
    ids,
    seen: last?.seen ?? 0,
    reached: last?.reached ?? null,
    stopped: texts.length === limit || last?.is_whole === false ? (last?.id ?? undefined) : undefined,
  };
}

function allOf(conditions: readonly Fragment[]): Fragment {
  return sql.join(conditions.length === 0 ? [sql`true`] : [...conditions], sql` and `);
}

function reachedIn({ direction }: ScanWindow): Fragment {
  return sql`(select ${direction === 'older' ? sql`min(id)` : sql`max(id)`} from m)`;
}
