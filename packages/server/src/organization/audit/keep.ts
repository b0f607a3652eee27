import { sql } from '../../engine/db/sql.ts';
import type { World } from '../../http/world.ts';

/** Entries that one statement removes, while other entries of the organization wait. */
const MAX_PRUNED = 1_000;

/**
 * Job: writes the end of each chain to the log of the node. A log that leaves the machine proves later that the entries up to
 * there are still the same.
 */
export async function anchorAudits({ pool, log }: World): Promise<void> {
  const heads = await pool.all(sql<{ subdomain: string; number: number; hash: Buffer }>`
    select r.subdomain, h.number, h.hash from audit_head h join realm r on r.id = h.realm_id
    where h.number > 0 order by h.realm_id`);
  for (const { subdomain, number, hash } of heads)
    log.info(
      { organization: subdomain, anchor: `${number}:${hash.toString('hex')}` },
      'audit trail anchored',
    );
}

/** Job: removes audit entries whose retention has ended. */
export async function pruneAudits({ pool }: World): Promise<void> {
  const due = await pool.all(sql<{ id: number }>`
    select r.id from realm r join audit_head h on h.realm_id = r.id
    where r.audit_retention_days is not null and exists (
      select from audit_entry e where e.realm_id = r.id and e.number = h.start + 1 and e.number < h.number
        and e.at < now() - make_interval(days => r.audit_retention_days))`);
  for (const { id } of due)
    for (;;) {
      const removed = await pool.first(
        sql<{ count: number }>`select prune_audit(${id}, ${MAX_PRUNED}) as count`,
      );
      if ((removed?.count ?? 0) === 0) break;
    }
}
