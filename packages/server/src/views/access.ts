import { q, sql } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';
import type { Actor } from '../people/person.ts';
import { notFound } from '../problem.ts';
import type { ViewRow } from './present.ts';

/** The caller's view, locked until the transaction ends. */
export const accessView = async (tx: Tx, { person }: Actor, fragment: string): Promise<ViewRow> => {
  const row = await tx.first(
    q
      .selectFrom('navigation_view')
      .selectAll()
      .where('realm_id', '=', tx.realmId)
      .where('person_id', '=', person.id)
      .where(sql`md5(fragment)`, '=', sql`md5(${fragment})`)
      .where('fragment', '=', fragment)
      .forUpdate(),
  );
  if (row === undefined) throw notFound('There is no such view.');
  return row;
};
