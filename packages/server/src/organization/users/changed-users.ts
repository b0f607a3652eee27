import { q, type Reader } from '../../engine/db/sql.ts';

/** More users than these are not looked up one by one. */
const MAX_CHANGED_USERS = 5_000;

/** The ids of users who changed after a version of the list; undefined if reading all users costs less. */
export async function changedUsers(
  reader: Reader,
  realmId: number,
  version: number,
): Promise<number[] | undefined> {
  const rows = await reader.all(
    q
      .selectFrom('user_change')
      .select('user_id')
      .where('realm_id', '=', realmId)
      .where('version', '>', version)
      .limit(MAX_CHANGED_USERS + 1),
  );
  return rows.length > MAX_CHANGED_USERS ? undefined : rows.map((row) => row.user_id);
}
