import { q } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import type { Actor } from '../../http/actor.ts';

/**
 * One change at a time of what somebody has alone: events that tell a whole list must not overtake each
 * other. Others may go on referring to the user.
 */
export async function lockSelf(tx: Tx, { user }: Actor): Promise<void> {
  await tx.first(
    q
      .selectFrom('realm_user')
      .select('id')
      .where('realm_id', '=', tx.realmId)
      .where('id', '=', user.id)
      .forNoKeyUpdate(),
  );
}
