import { createHash } from 'node:crypto';
import { bigintList, textList } from '../../../engine/db/binary-list.ts';
import { sql, type Reader } from '../../../engine/db/sql.ts';
import type { Tx } from '../../../engine/db/tx.ts';

export type ImportedKind = 'person' | 'channel' | 'group' | 'emoji' | 'file' | 'message';

/** Ids here of objects of the other chat that are here. */
export async function findImported(
  reader: Reader,
  realmId: number,
  origin: string,
  kind: ImportedKind,
  keys: readonly string[],
): Promise<Map<string, number>> {
  if (keys.length === 0) return new Map();
  if (kind === 'person') {
    const byHash = new Map(keys.map((key) => [hashOfPerson(origin, key), key]));
    const rows = await rowsOf(reader, realmId, origin, kind, [...keys, ...byHash.keys()]);
    return new Map(rows.map(({ key, id }) => [byHash.get(key) ?? key, id]));
  }
  const rows = await rowsOf(reader, realmId, origin, kind, keys);
  return new Map(rows.map(({ key, id }) => [key, id]));
}

/** The id there of a person who was deleted here: a later import finds the placeholder by it, and it names nobody. */
function hashOfPerson(origin: string, key: string): string {
  return `deleted ${createHash('sha256').update(`${origin} ${key}`).digest('hex')}`;
}

/** Replaces the ids there of a person, which may be names. */
export async function hashImportedPerson(tx: Tx, userId: number): Promise<void> {
  await tx.all(sql`
    update imported set source_id = 'deleted ' || encode(sha256(convert_to(origin || ' ' || source_id, 'UTF8')), 'hex')
    where realm_id = ${tx.realmId} and kind = 'person' and id = ${userId} and source_id not like 'deleted %'`);
}

/**
 * Looks up each key by the primary key. Without statistics of a table that grows, two other ways look as cheap, and read all
 * objects of the origin: a list of keys as a filter, and the index of messages, which a constant kind would allow.
 */
function rowsOf(
  reader: Reader,
  realmId: number,
  origin: string,
  kind: ImportedKind,
  keys: readonly string[],
): Promise<{ key: string; id: number }[]> {
  return reader.all(sql<{ key: string; id: number }>`
    select k.key, i.id from unnest(${textList(keys)}::text[]) as k (key), lateral (
      select id from imported
      where realm_id = ${realmId} and origin = ${origin} and kind = (select ${kind}::text) and source_id = k.key limit 1
    ) as i`);
}

/** The workspace there, and the import that made the objects; undefined for those that were here before. */
export type ImportedFrom = { readonly origin: string; readonly importId?: number };

export async function noteImported(
  tx: Tx,
  { origin, importId }: ImportedFrom,
  kind: ImportedKind,
  ids: ReadonlyMap<string, number>,
): Promise<void> {
  if (ids.size === 0) return;
  await tx.all(sql`
    insert into imported (realm_id, origin, kind, source_id, id, import_id)
    select ${tx.realmId}, ${origin}, ${kind}, key, id, ${importId ?? null}::bigint
    from unnest(${textList([...ids.keys()])}::text[], ${bigintList([...ids.values()])}::bigint[]) as t (key, id)
    on conflict (realm_id, origin, kind, source_id) do update set id = excluded.id, import_id = excluded.import_id`);
}
