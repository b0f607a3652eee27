import { sql } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import type { World } from '../../http/world.ts';

/** Counts e-mail invitations; returns false if they would exceed the organization's daily limit. */
export async function countInvited(
  tx: Tx,
  { config, clock }: Pick<World, 'config' | 'clock'>,
  count: number,
): Promise<boolean> {
  const max = config.invitesPerDay;
  if (count > max) return false;
  const day = new Date(clock.now()).toISOString().slice(0, 10);
  const counted = await tx.first(
    sql`insert into invitation_day as known (realm_id, day, count)
        values (${tx.realmId}, ${day}::date, ${count})
        on conflict (realm_id, day) do update set count = known.count + ${count}
          where known.count + ${count} <= ${max}
        returning count`,
  );
  return counted !== undefined;
}
