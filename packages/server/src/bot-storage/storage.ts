import { limits } from '@parley/contract/limits.ts';
import { q, sql, type Reader } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';
import { holdSelf } from '../people/hold-self.ts';
import type { Actor } from '../people/person.ts';
import { badRequest } from '../problem.ts';

export type Storage = Readonly<Record<string, string>>;

/** Everything that somebody keeps, or exactly what is asked for. */
export const readStorage = async (
  reader: Reader,
  { person }: Actor,
  keys: readonly string[] | undefined,
): Promise<Storage> => {
  const rows = await reader.all(
    q
      .selectFrom('bot_storage')
      .select(['key', 'value'])
      .where('realm_id', '=', person.realm_id)
      .where('person_id', '=', person.id)
      .$if(keys !== undefined, (query) => query.where('key', '=', among(keys)))
      .orderBy('key'),
  );
  checkAllThere(rows.length, keys);
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
};

export const keepStorage = async (tx: Tx, actor: Actor, storage: Storage): Promise<void> => {
  const texts = Object.entries(storage);
  if (texts.length === 0) return;
  await holdSelf(tx, actor);
  const owner = { realm_id: tx.realmId, person_id: actor.person.id };
  await tx.all(
    q
      .insertInto('bot_storage')
      .columns(['realm_id', 'person_id', 'key', 'value'])
      .expression(
        sql`select ${owner.realm_id}::bigint, ${owner.person_id}::bigint, *
            from unnest(${texts.map(([key]) => key)}::text[], ${texts.map(([, value]) => value)}::text[])`,
      )
      .onConflict((conflict) =>
        conflict
          .columns(['realm_id', 'person_id', 'key'])
          .doUpdateSet({ value: sql<string>`excluded.value` }),
      ),
  );
  const excess = (await sizeOf(tx, actor)) - limits.botStorageLength;
  if (excess > 0)
    throw badRequest(
      `This is ${excess} characters too much: at most ${limits.botStorageLength} are kept for one account.`,
    );
};

export const forgetStorage = async (
  tx: Tx,
  actor: Actor,
  keys: readonly string[] | undefined,
): Promise<void> => {
  await holdSelf(tx, actor);
  const gone = await tx.all(
    q
      .deleteFrom('bot_storage')
      .where('realm_id', '=', tx.realmId)
      .where('person_id', '=', actor.person.id)
      .$if(keys !== undefined, (query) => query.where('key', '=', among(keys)))
      .returning('key'),
  );
  checkAllThere(gone.length, keys);
};

const among = (keys: readonly string[] | undefined) => sql<string>`any(${keys ?? []}::text[])`;

const checkAllThere = (found: number, keys: readonly string[] | undefined): void => {
  if (keys !== undefined && found < new Set(keys).size) throw badRequest('One of the keys does not exist.');
};

const sizeOf = async (tx: Tx, { person }: Actor): Promise<number> => {
  const row = await tx.first(
    q
      .selectFrom('bot_storage')
      .select(sql<number>`coalesce(sum(size), 0)::bigint`.as('size'))
      .where('realm_id', '=', tx.realmId)
      .where('person_id', '=', person.id),
  );
  return row?.size ?? 0;
};
