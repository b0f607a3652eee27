import { q, sql, type Reader } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import type { RealmRow } from '../../engine/db/realm.ts';
import { visibleTo } from './email-visibility.ts';
import { SYSTEM_ROLE, type Actor, type UserRow } from '../../http/actor.ts';
import { shownColumns, type ShownUser } from './present.ts';

/** Users per query: large organizations are read in several short statements. */
const PAGE_SIZE = 10_000;

/** Pages of users and bots in the order of their ids, optionally only those in `ids`; excludes system accounts. */
export async function* usersPages(
  reader: Reader,
  realmId: number,
  ids?: readonly number[],
): AsyncGenerator<ShownUser[], void> {
  let last = 0;
  for (;;) {
    const page = await reader.all(
      q
        .selectFrom('realm_user')
        .select(shownColumns)
        .where('realm_id', '=', realmId)
        .where('id', '>', last)
        .where('role', '!=', SYSTEM_ROLE)
        .$if(ids !== undefined, (query) =>
          query.where('id', '=', sql<number>`any(${[...(ids ?? [])]}::bigint[])`),
        )
        .orderBy('id')
        .limit(PAGE_SIZE),
    );
    yield page;
    const lastUser = page.at(-1);
    if (lastUser === undefined || page.length < PAGE_SIZE) return;
    last = lastUser.id;
  }
}

/** Finds a user by a real address visible to the viewer's role. Even the viewer's own address can be hidden. */
export function findByAddress(
  reader: Reader,
  { realm, user }: Actor,
  address: string,
): Promise<Pick<UserRow, 'id'> | undefined> {
  return reader.first(
    q
      .selectFrom('realm_user')
      .select('id')
      .where('realm_id', '=', realm.id)
      .where(sql<boolean>`lower(delivery_email) = lower(${address})`)
      .where('email_visibility', 'in', visibleTo(user.role)),
  );
}

export async function realmOf(tx: Tx): Promise<RealmRow> {
  const realm = await tx.first(q.selectFrom('realm').selectAll().where('id', '=', tx.realmId));
  if (realm === undefined) throw new Error(`There is no organization ${tx.realmId}.`);
  return realm;
}

/** Locks users in the order of their ids and returns their current rows. */
export function lockUsers(tx: Tx, ...ids: readonly number[]): Promise<UserRow[]> {
  return tx.all(
    q
      .selectFrom('realm_user')
      .selectAll()
      .where('realm_id', '=', tx.realmId)
      .where('id', 'in', [...ids])
      .orderBy('id')
      .forUpdate(),
  );
}
