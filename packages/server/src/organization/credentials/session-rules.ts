import { sql } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { expiryAfter } from '../../http/credential-use.ts';

/** Gives all sessions the limits that the organization has now, but for those that are over: a job ends them. */
export async function applySessionRules(tx: Tx, now: number): Promise<void> {
  const expiry = expiryAfter(sql`coalesce(c.last_used, c.created_at)`, sql`c.created_at`);
  await tx.all(sql`
    update credential c set expires_at = ${expiry}
    from realm where realm.id = c.realm_id and c.realm_id = ${tx.realmId} and c.kind = 'session'
      and c.expires_at > ${new Date(now)}`);
}
