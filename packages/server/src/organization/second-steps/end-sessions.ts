import { q, sql } from '../../engine/db/sql.ts';
import type { World } from '../../http/world.ts';
import { endCredentials } from '../credentials/end.ts';
import { setupDueOf } from './requirement.ts';

/** Ends the sessions of users whose time for setting up a second step is over: their next log-in sets it up. */
export async function endSessionsWithoutSecondStep({ pool, write, clock }: World): Promise<void> {
  const realms = await pool.all(
    q
      .selectFrom('realm')
      .selectAll()
      .where('deactivated_at', 'is', null)
      .where(sql<boolean>`settings ? 'second_steps_required_of'`),
  );
  for (const realm of realms) {
    const sessions = await pool.all(
      q
        .selectFrom('credential')
        .innerJoin('realm_user', (join) =>
          join
            .onRef('realm_user.realm_id', '=', 'credential.realm_id')
            .onRef('realm_user.id', '=', 'credential.user_id'),
        )
        .select(['credential.id', 'role', 'bot_type', 'date_joined'])
        .where('credential.realm_id', '=', realm.id)
        .where('credential.kind', '=', 'session')
        .where(
          sql<boolean>`not exists (select from second_step s where s.realm_id = credential.realm_id
            and s.user_id = credential.user_id and s.confirmed_at is not null)`,
        ),
    );
    const ended = sessions.filter((user) => (setupDueOf(realm, user) ?? Infinity) <= clock.now());
    if (ended.length === 0) continue;
    await write(realm.id, (tx) =>
      endCredentials(
        tx,
        ended.map(({ id }) => id),
      ),
    );
  }
}
