import type { Selectable } from 'kysely';
import { ApiError } from '../api-error.ts';
import type { Schema } from './schema.ts';
import { q, sql, type Reader } from './sql.ts';
import type { Tx } from './tx.ts';

export type RealmRow = Selectable<Schema['realm']>;

/** Throws if the organization lives in another cell. */
export async function findRealm(reader: Reader, subdomain: string): Promise<RealmRow | undefined> {
  const row = await reader.first(q.selectFrom('realm').selectAll().where('subdomain', '=', subdomain));
  if (row === undefined) await checkWhereabouts(reader, subdomain);
  return row;
}

/** Seconds after which a client may retry if the new address of an organization is the same. */
const RETRY_SECONDS = 1;

/** Throws with the address of an organization that lives in another cell: it has departed, or not arrived yet. */
export async function checkWhereabouts(reader: Reader, subdomain: string): Promise<void> {
  const transfer = await reader.first(
    q.selectFrom('realm_transfer').select('url').where('subdomain', '=', subdomain),
  );
  if (transfer === undefined) return;
  const { url } = transfer;
  throw new ApiError('ORGANIZATION_MOVED', `The organization lives at ${url}.`, {
    extra: { url, 'retry-after': RETRY_SECONDS },
  });
}

/** Reads and locks the organization until the transaction ends. */
export async function lockRealm(tx: Tx): Promise<RealmRow> {
  const row = await tx.first(q.selectFrom('realm').selectAll().where('id', '=', tx.realmId).forNoKeyUpdate());
  if (row === undefined) throw new Error(`Organization ${tx.realmId} does not exist.`);
  return row;
}

/** Tables whose rows are limited per organization. */
type CountedTable = 'channel' | 'channel_folder' | 'realm_domain';

/** Counts the rows of an organization; the caller has locked it, so that the count stays correct. */
export async function countOfRealm(tx: Tx, table: CountedTable): Promise<number> {
  const row = await tx.first(
    sql<{
      count: number;
    }>`select count(*) as count from ${sql.table(table)} where realm_id = ${tx.realmId}`,
  );
  return row?.count ?? 0;
}

const LIMITED_PLAN = 2;

/** Whether the plan of the organization excludes some operations. */
export function isLimited(realm: Pick<RealmRow, 'plan_type'>): boolean {
  return realm.plan_type === LIMITED_PLAN;
}
