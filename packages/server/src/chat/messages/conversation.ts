import { sql, type Reader } from '../../engine/db/sql.ts';
import type { World } from '../../http/world.ts';

export type DirectConversation = { readonly id: number; readonly last_message_id: number | null };

/** Returns the direct conversation of exactly these users, if it exists. */
export function findConversation(
  reader: Reader,
  realmId: number,
  users: readonly number[],
): Promise<DirectConversation | undefined> {
  return reader.first(
    sql<DirectConversation>`
      select id, last_message_id from conversation
      where realm_id = ${realmId} and md5(users_key) = md5(${keyOf(users)}) and users_key = ${keyOf(users)}`,
  );
}

/** Whether a conversation has ever had a message, deleted ones included. */
export async function hasEverHadMessages(reader: Reader, realmId: number, id: number): Promise<boolean> {
  const row = await reader.first(
    sql`select from conversation where realm_id = ${realmId} and id = ${id} and last_ordinal > 0`,
  );
  return row !== undefined;
}

function keyOf(users: readonly number[]): string {
  return users.toSorted((a, b) => a - b).join(',');
}

/** Finds or creates the direct conversation of these users. A conversation without messages is invisible to clients. */
export async function findOrCreateConversation(
  { pool, write }: Pick<World, 'pool' | 'write'>,
  realmId: number,
  users: readonly number[],
): Promise<number> {
  const known = await findConversation(pool, realmId, users);
  if (known !== undefined) return known.id;
  const made = await write(realmId, (tx) =>
    tx.first(
      sql<{ id: number }>`
        with made as (
          insert into conversation (realm_id, users, users_key)
          values (${realmId}, ${users.toSorted((a, b) => a - b)}::bigint[], ${keyOf(users)})
          on conflict do nothing returning id, users
        ), inside as (
          insert into conversation_user (realm_id, user_id, conversation_id)
          select ${realmId}, user_id, made.id from made cross join unnest(made.users) as user_id
        )
        select id from made`,
    ),
  );
  if (made !== undefined) return made.id;
  const other = await findConversation(pool, realmId, users);
  if (other === undefined)
    throw new Error(`The direct conversation of users ${keyOf(users)} was neither found nor created.`);
  return other.id;
}
