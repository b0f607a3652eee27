import type { Selectable } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { q, type Reader } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';

export type RealmRow = Selectable<Schema['realm']>;

export const findRealm = (reader: Reader, subdomain: string): Promise<RealmRow | undefined> =>
  reader.first(q.selectFrom('realm').selectAll().where('subdomain', '=', subdomain));

/** The organization as nobody else can change it until the transaction ends. */
export const lockRealm = async (tx: Tx): Promise<RealmRow> => {
  const row = await tx.first(q.selectFrom('realm').selectAll().where('id', '=', tx.realmId).forNoKeyUpdate());
  if (row === undefined) throw new Error(`There is no organization ${tx.realmId}.`);
  return row;
};

const LIMITED_PLAN = 2;

/** Whether an organization is on the plan that leaves some operations out. */
export const isLimited = (realm: Pick<RealmRow, 'plan_type'>): boolean => realm.plan_type === LIMITED_PLAN;
