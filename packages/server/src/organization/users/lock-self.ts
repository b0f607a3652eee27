import { q } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import type { UserRow } from '../../http/actor.ts';

/**
 * Serializes changes of a user's own data, so that events with a complete list are published in order. The lock
 * does not block foreign keys that reference the user.
 */
export async function lockSelf(tx: Tx, { user }: { readonly user: Pick<UserRow, 'id'> }): Promise<void> {
  await tx.first(
    q
      .selectFrom('realm_user')
      .select('id')
      .where('realm_id', '=', tx.realmId)
      .where('id', '=', user.id)
      .forNoKeyUpdate(),
  );
}
