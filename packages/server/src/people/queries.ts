import { q, sql, type Reader } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';
import type { RealmRow } from '../realm/realm.ts';
import { visibleTo } from './email-visibility.ts';
import { SYSTEM_ROLE, type Actor, type PersonRow } from './person.ts';
import { shownColumns, type ShownPerson } from './present.ts';

/** People read at once: few statements for many people, each short, and others get their turn in between. */
const PAGE = 10_000;

/** All people and bots of an organization by id, or those that are named; not the server's own accounts. */
export async function* peoplePages(
  reader: Reader,
  realmId: number,
  ids?: readonly number[],
): AsyncGenerator<ShownPerson[], void> {
  let last = 0;
  for (;;) {
    const page = await reader.all(
      q
        .selectFrom('person')
        .select(shownColumns)
        .where('realm_id', '=', realmId)
        .where('id', '>', last)
        .where('role', '!=', SYSTEM_ROLE)
        .$if(ids !== undefined, (query) =>
          query.where('id', '=', sql<number>`any(${[...(ids ?? [])]}::bigint[])`),
        )
        .orderBy('id')
        .limit(PAGE),
    );
    yield page;
    const final = page.at(-1);
    if (final === undefined || page.length < PAGE) return;
    last = final.id;
  }
}

/** The account with a real address that the reader's role may see. Even one's own can be hidden this way. */
export const findByAddress = (
  reader: Reader,
  { realm, person }: Actor,
  address: string,
): Promise<Pick<PersonRow, 'id'> | undefined> =>
  reader.first(
    q
      .selectFrom('person')
      .select('id')
      .where('realm_id', '=', realm.id)
      .where(sql<boolean>`lower(delivery_email) = lower(${address})`)
      .where('email_visibility', 'in', visibleTo(person.role)),
  );

export const realmOf = async (tx: Tx): Promise<RealmRow> => {
  const realm = await tx.first(q.selectFrom('realm').selectAll().where('id', '=', tx.realmId));
  if (realm === undefined) throw new Error(`There is no organization ${tx.realmId}.`);
  return realm;
};

/** People as they are now, and as they stay until the transaction ends; in the order of their ids. */
export const lockPeople = (tx: Tx, ...ids: readonly number[]): Promise<PersonRow[]> =>
  tx.all(
    q
      .selectFrom('person')
      .selectAll()
      .where('realm_id', '=', tx.realmId)
      .where('id', 'in', [...ids])
      .orderBy('id')
      .forUpdate(),
  );
