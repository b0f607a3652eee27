import { q, sql, type Reader } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';
import type { RealmRow } from '../realm/realm.ts';
import { hidesPeople } from './access.ts';
import { visibleTo } from './email-visibility.ts';
import { isGuest, type Actor, type PersonRow } from './person.ts';
import { shownColumns, type ShownPerson } from './present.ts';

/** All people and bots whom the actor may see, or those of them that are named. */
export const listPeople = async (
  reader: Reader,
  { realm, person }: Actor,
  ids?: readonly number[],
): Promise<ShownPerson[]> => {
  const partly = isGuest(person) && (await hidesPeople(reader, realm));
  return reader.all(
    q
      .selectFrom('person')
      .select(shownColumns)
      .where('realm_id', '=', realm.id)
      .$if(ids !== undefined, (query) =>
        query.where('id', '=', sql<number>`any(${[...(ids ?? [])]}::bigint[])`),
      )
      .$if(partly, (query) =>
        query.where((is) => is.or([is('bot_type', 'is not', null), is('id', '=', person.id)])),
      )
      .orderBy('id'),
  );
};

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
