import { sql } from '@parley/server/engine/db/sql.ts';
import type { World } from '@parley/server/http/world.ts';

/** Adds users who were present during the last two minutes. */
export async function addPresentUsers(world: World, realmId: number, count: number): Promise<void> {
  for (let from = 1; from <= count; from += CHUNK) {
    const to = Math.min(count, from + CHUNK - 1);
    await world.pool.all(
      sql`insert into realm_user (realm_id, delivery_email, full_name, role, key_hash, key_sealed)
          select ${realmId}, 'crowd' || n || '@example.com', 'Crowd ' || n, 400,
                 sha256(convert_to(${realmId} || ' crowd ' || n, 'UTF8')), ''
          from generate_series(${sql.lit(from)}::int, ${sql.lit(to)}::int) as n`,
    );
    // Foreign keys are checked by an index only once the table is known to be large.
    await world.pool.all(sql`analyze realm_user`);
  }
  await world.pool.all(sql`select lock_presence(array[${realmId}]::bigint[])`);
  for (let from = 0; from < count; from += CHUNK)
    await world.pool.all(
      sql`insert into presence (realm_id, user_id, active_at, idle_at, update_id)
          select realm_id, id, now() - id % 120 * interval '1 second', now() - id % 120 * interval '1 second',
                 row_number() over (order by hashint8(id)) + ${from}
          from (select realm_id, id from realm_user where realm_id = ${realmId} and full_name like 'Crowd %'
                order by id limit ${CHUNK} offset ${from}) as part`,
    );
  await world.pool.all(
    sql`update presence_head set last_id = ${Math.max(count, 1)} where realm_id = ${realmId}`,
  );
  await world.pool.all(sql`analyze realm_user, presence`);
}

const CHUNK = 2_000;
