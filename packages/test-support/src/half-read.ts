import { sql, type Reader } from '@parley/server/engine/db/sql.ts';

/** A conversation in which a user has read every second message. */
export async function halfRead(
  reader: Reader,
  place: {
    readonly realmId: number;
    readonly userId: number;
    readonly homeId: number;
    readonly count: number;
  },
): Promise<void> {
  const { realmId, userId, homeId, count } = place;
  await reader.all(sql`insert into read_state (realm_id, user_id, conversation_id, prefix)
    values (${realmId}, ${userId}, ${homeId}, ${count})
    on conflict (realm_id, user_id, conversation_id) do update set prefix = excluded.prefix`);
  await reader.all(sql`insert into read_block (realm_id, user_id, conversation_id, block, bits)
    select ${realmId}, ${userId}, ${homeId}, block, repeat('01', 2048)::bit(4096) & bits_up_to(${count}, block)
    from generate_series(0, ${count}::bigint / 4096) as block
    on conflict (realm_id, user_id, conversation_id, block) do update set bits = excluded.bits`);
}
