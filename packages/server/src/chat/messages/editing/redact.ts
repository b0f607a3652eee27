import { sql } from '../../../engine/db/sql.ts';
import type { Tx } from '../../../engine/db/tx.ts';
import type { MessageRow } from '../message.ts';

/** Positions after the recorded one at which the event of an edit may be in the log. */
const MAX_EDIT_DISTANCE = 1_000;
/** Positions that one statement looks at, which takes far less time than a statement may. */
const MAX_POSITIONS = 50_000;

/** Positions of the log, both included. */
type Stretch = { readonly from: number; readonly to: number };

/** Removes the text from the log, where queues that catch up would still read it. */
export async function redact(tx: Tx, messages: readonly MessageRow[]): Promise<void> {
  const ids = messages.map(({ id }) => id);
  await tx.all(sql`
    update log_entry set event = (event::jsonb || '{"content":"","rendered":""}')::text
    where realm_id = ${tx.realmId} and position = any(${ids}::bigint[]) and event like '{"type":"message"%'`);
  const edits = await tx.all(
    sql<{ position: number }>`
      select position from message_edit
      where realm_id = ${tx.realmId} and message_id = any(${ids}::bigint[]) and prev_content is not null
      order by position`,
  );
  for (const stretches of portionsOf(edits.map(({ position }) => position)))
    await tx.all(sql`
      update log_entry set event = (event::jsonb || '{"content":"","rendered_content":"","orig_content":"","orig_rendered_content":""}')::text
      from unnest(${stretches.map(({ from }) => from)}::bigint[], ${stretches.map(({ to }) => to)}::bigint[]) as stretch (first, last)
      where log_entry.realm_id = ${tx.realmId} and log_entry.position between stretch.first and stretch.last
        and log_entry.event like '{"type":"update_message"%'
        and (log_entry.event::jsonb ->> 'message_id')::bigint = any(${ids}::bigint[])`);
}

/** The stretches of the log with the events of edits at these positions, in ascending order, each position once. */
export function portionsOf(positions: readonly number[]): Stretch[][] {
  const portions: Stretch[][] = [];
  let count = MAX_POSITIONS;
  for (const { from, to } of stretchesOf(positions)) {
    const length = to - from + 1;
    if (count + length > MAX_POSITIONS) {
      portions.push([]);
      count = 0;
    }
    portions.at(-1)?.push({ from, to });
    count += length;
  }
  return portions;
}

function stretchesOf(positions: readonly number[]): Stretch[] {
  const stretches: Stretch[] = [];
  for (const position of positions) {
    const last = stretches.at(-1);
    const to = position + MAX_EDIT_DISTANCE;
    const from = last === undefined ? position : Math.max(position, last.to + 1);
    const isNear = last !== undefined && from === last.to + 1 && to - last.from < MAX_POSITIONS;
    if (isNear) stretches[stretches.length - 1] = { from: last.from, to };
    else stretches.push({ from, to });
  }
  return stretches;
}
