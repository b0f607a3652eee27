import { limits } from '@parley/contract/limits.ts';
import { q, sql, type Reader } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { lockSelf } from '../users/lock-self.ts';
import type { Actor } from '../../http/actor.ts';
import { badRequest } from '../../engine/api-error.ts';

export type Storage = Readonly<Record<string, string>>;

/** Reads all entries of a bot, or exactly the given keys. */
export async function readStorage(
  reader: Reader,
  { user }: Actor,
  keys: readonly string[] | undefined,
): Promise<Storage> {
  const rows = await reader.all(
    q
      .selectFrom('bot_storage')
      .select(['key', 'value'])
      .where('realm_id', '=', user.realm_id)
      .where('user_id', '=', user.id)
      .$if(keys !== undefined, (query) => query.where('key', '=', among(keys)))
      .orderBy('key'),
  );
  checkAllFound(rows.length, keys);
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
}

export async function updateStorage(tx: Tx, actor: Actor, storage: Storage): Promise<void> {
  const entries = Object.entries(storage);
  if (entries.length === 0) return;
  await lockSelf(tx, actor);
  const owner = { realm_id: tx.realmId, user_id: actor.user.id };
  await tx.all(
    q
      .insertInto('bot_storage')
      .columns(['realm_id', 'user_id', 'key', 'value'])
      .expression(
        sql`select ${owner.realm_id}::bigint, ${owner.user_id}::bigint, *
            from unnest(${entries.map(([key]) => key)}::text[], ${entries.map(([, value]) => value)}::text[])`,
      )
      .onConflict((conflict) =>
        conflict.columns(['realm_id', 'user_id', 'key']).doUpdateSet({ value: sql<string>`excluded.value` }),
      ),
  );
  const excess = (await sizeOf(tx, actor)) - limits.botStorageLength;
  if (excess > 0)
    throw badRequest(`The storage limit of ${limits.botStorageLength} characters is exceeded by ${excess}.`);
}

export async function deleteStorage(
  tx: Tx,
  actor: Actor,
  keys: readonly string[] | undefined,
): Promise<void> {
  await lockSelf(tx, actor);
  const deleted = await tx.all(
    q
      .deleteFrom('bot_storage')
      .where('realm_id', '=', tx.realmId)
      .where('user_id', '=', actor.user.id)
      .$if(keys !== undefined, (query) => query.where('key', '=', among(keys)))
      .returning('key'),
  );
  checkAllFound(deleted.length, keys);
}

function among(keys: readonly string[] | undefined) {
  return sql<string>`any(${keys ?? []}::text[])`;
}

function checkAllFound(found: number, keys: readonly string[] | undefined): void {
  if (keys !== undefined && found < new Set(keys).size)
    throw badRequest('At least one of the keys does not exist.');
}

async function sizeOf(tx: Tx, { user }: Actor): Promise<number> {
  const row = await tx.first(
    q
      .selectFrom('bot_storage')
      .select(sql<number>`coalesce(sum(size), 0)::bigint`.as('size'))
      .where('realm_id', '=', tx.realmId)
      .where('user_id', '=', user.id),
  );
  return row?.size ?? 0;
}
