import { sql, type Reader } from '../db/sql.ts';
import type { World } from '../world.ts';

export type DirectConversation = { readonly id: number; readonly last_message_id: number | null };

/** The conversation of exactly these people, if they have ever had one. */
export const findConversation = (
  reader: Reader,
  realmId: number,
  people: readonly number[],
): Promise<DirectConversation | undefined> =>
  reader.first(
    sql<DirectConversation>`
      select id, last_message_id from conversation
      where realm_id = ${realmId} and md5(people_key) = md5(${keyOf(people)}) and people_key = ${keyOf(people)}`,
  );

/** Whether anything was ever said in a conversation. */
export const hasBegun = async (reader: Reader, realmId: number, id: number): Promise<boolean> => {
  const row = await reader.first(
    sql`select from conversation where realm_id = ${realmId} and id = ${id} and last_ordinal > 0`,
  );
  return row !== undefined;
};

const keyOf = (people: readonly number[]): string => people.toSorted((a, b) => a - b).join(',');

/** The same, made when it is needed first. One without messages is nothing that anybody could see. */
export const conversationOf = async (
  { pool, write }: Pick<World, 'pool' | 'write'>,
  realmId: number,
  people: readonly number[],
): Promise<number> => {
  const known = await findConversation(pool, realmId, people);
  if (known !== undefined) return known.id;
  const made = await write(realmId, (tx) =>
    tx.first(
      sql<{ id: number }>`
        with made as (
          insert into conversation (realm_id, people, people_key)
          values (${realmId}, ${people.toSorted((a, b) => a - b)}::bigint[], ${keyOf(people)})
          on conflict do nothing returning id, people
        ), inside as (
          insert into conversation_person (realm_id, person_id, conversation_id)
          select ${realmId}, person_id, made.id from made cross join unnest(made.people) as person_id
        )
        select id from made`,
    ),
  );
  if (made !== undefined) return made.id;
  const other = await findConversation(pool, realmId, people);
  if (other === undefined) throw new Error('A conversation was neither found nor made.');
  return other.id;
};
