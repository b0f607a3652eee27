import { q, sql } from '../../engine/db/sql.ts';
import { databaseTime } from '../../engine/db/time.ts';
import type { World } from '../../http/world.ts';
import { recountFullMembers } from './role-groups.ts';

/** Promotes members whose waiting period has ended since the last run. */
export async function promoteFullMembers(world: World): Promise<void> {
  const realms = await world.pool.all(
    q
      .selectFrom('realm')
      .selectAll()
      .where('deactivated_at', 'is', null)
      .where(sql<boolean>`(settings->>'waiting_period_threshold')::bigint > 0`),
  );
  const now = await databaseTime(world.pool);
  for (const realm of realms)
    await world.write(realm.id, (tx) => recountFullMembers(tx, realm, now.getTime()));
}
