import { sql } from '../../../engine/db/sql.ts';
import type { Tx } from '../../../engine/db/tx.ts';
import type { LogEntry } from '../../../engine/log/entry.ts';

/** Applies changed batching periods to waiting batches: the deadline is counted from the first message. */
export async function retimeBatches(tx: Tx, entries: readonly LogEntry[]): Promise<void> {
  for (const { ids, seconds } of entries.flatMap(changeOf))
    await tx.all(sql`
      update email_batch set due_at = started_at + make_interval(secs => ${seconds})
      where (realm_id, user_id) in (
        select realm_id, user_id from email_batch
        where realm_id = ${tx.realmId} and user_id = any(${[...ids]}::bigint[]) order by user_id for update
      )`);
}

function changeOf(entry: LogEntry): { readonly ids: readonly number[]; readonly seconds: number }[] {
  if (entry.kind !== 'event' || entry.audience.kind !== 'users') return [];
  const { event, audience } = entry;
  return event.type === 'user_settings' &&
    event.property === 'email_notifications_batching_period_seconds' &&
    typeof event.value === 'number'
    ? [{ ids: audience.ids, seconds: event.value }]
    : [];
}
