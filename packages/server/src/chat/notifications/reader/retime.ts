import { sql } from '../../../engine/db/sql.ts';
import type { Tx } from '../../../engine/db/tx.ts';
import type { LogEntry } from '../../../engine/log/entry.ts';

/**
 * Applies changed settings to waiting batches: the deadline is counted from the first message. Batches that wait for the
 * end of do-not-disturb hours or of a pause become due, and are held again if the new ones say so.
 */
export async function retimeBatches(tx: Tx, entries: readonly LogEntry[]): Promise<void> {
  for (const { ids, seconds } of entries.flatMap(changeOf))
    await tx.all(sql`
      update email_batch b set due_at = ${
        seconds === undefined ? sql`now()` : sql`b.started_at + make_interval(secs => ${seconds})`
      } from (
        select realm_id, user_id from email_batch
        where realm_id = ${tx.realmId} and user_id = any(${[...ids]}::bigint[])
          and (${seconds !== undefined} or is_held)
        order by user_id for update
      ) as locked where b.realm_id = locked.realm_id and b.user_id = locked.user_id`);
}

/** A new batching period in seconds, or undefined for other hours. */
type Change = { readonly ids: readonly number[]; readonly seconds: number | undefined };

function changeOf(entry: LogEntry): Change[] {
  if (entry.kind !== 'event' || entry.audience.kind !== 'users' || entry.event.type !== 'user_settings')
    return [];
  const { ids } = entry.audience;
  const { property, value } = entry.event;
  switch (property) {
    case 'email_notifications_batching_period_seconds':
      return [{ ids, seconds: Number(value) }];
    case 'do_not_disturb_hours':
    case 'do_not_disturb_until':
    case 'timezone':
      return [{ ids, seconds: undefined }];
    default:
      return [];
  }
}
