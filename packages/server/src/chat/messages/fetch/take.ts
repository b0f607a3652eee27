import { sql, type Reader } from '../../../engine/db/sql.ts';
import type { Fragment, MessageVisibility } from './message-visibility.ts';
import { inOrder, type Direction, type MessageSource } from './source.ts';

/** A search that is ready to run. */
export type FetchPlan = {
  readonly visibility: MessageVisibility;
  readonly source: MessageSource;
  /** SQL conditions that a candidate must meet. */
  readonly conditions: readonly Fragment[];
};

type Row = { ids: number[]; seen: number; reached: number | null };

/** Returns at most `count` matching ids beyond an id, nearest first. */
export async function take(
  reader: Reader,
  { visibility, source, conditions }: FetchPlan,
  direction: Direction,
  beyond: number,
  count: number,
): Promise<number[]> {
  const found: number[] = [];
  let from = beyond;
  for (let step = 0; found.length < count; step += 1) {
    const window = { direction, beyond: from, limit: source.limit(count - found.length, step, direction) };
    const { rows, reach } = source.candidates(window, step);
    const row = await reader.first(
      sql<Row>`
        with m as materialized (${rows}),
        matching as (
          select m.id from m ${visibility.joins}
          where ${sql.join(conditions.length === 0 ? [sql`true`] : [...conditions], sql` and `)}
          order by ${inOrder(sql`m.id`, window)} limit ${count - found.length}
        )
        select array(select id from matching order by ${inOrder(sql`id`, window)}) as ids,
          (select count(*) from m)::integer as seen,
          (select ${direction === 'older' ? sql`min(id)` : sql`max(id)`} from m) as reached`,
    );
    found.push(...(row?.ids ?? []));
    const next = reach ?? ((row?.seen ?? 0) < window.limit ? 'end' : (row?.reached ?? 'end'));
    if (next === 'end') break;
    from = next;
  }
  return found;
}
