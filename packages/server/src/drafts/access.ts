import { q } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';
import type { Actor, PersonRow } from '../people/person.ts';
import { badRequest, notFound } from '../problem.ts';
import { settingsOf } from '../settings/user-settings.ts';
import type { DraftRow } from './present.ts';

/** Drafts are kept on the server only for people who want them there: asked before anything else. */
export const withDrafts = ({ person }: Actor): void => {
  refuseUnwanted(person);
};

/** Asks again and holds the answer, so that no draft slips in while the setting is being switched off. */
export const lockWish = async (tx: Tx, { person }: Actor): Promise<void> => {
  const now = await tx.first(
    q
      .selectFrom('person')
      .select(['settings', 'email_visibility', 'timezone'])
      .where('realm_id', '=', tx.realmId)
      .where('id', '=', person.id)
      .forShare(),
  );
  refuseUnwanted(now ?? person);
};

const refuseUnwanted = (person: Pick<PersonRow, 'settings' | 'email_visibility' | 'timezone'>): void => {
  if (!settingsOf(person).enable_drafts_synchronization)
    throw badRequest('Synchronization of drafts is switched off in your settings.');
};

/** The caller's draft, locked until the transaction ends. */
export const accessDraft = async (tx: Tx, { person }: Actor, id: number): Promise<DraftRow> => {
  const row = await tx.first(
    q
      .selectFrom('draft')
      .selectAll()
      .where('realm_id', '=', person.realm_id)
      .where('id', '=', id)
      .where('person_id', '=', person.id)
      .forUpdate(),
  );
  if (row === undefined) throw notFound('There is no such draft.');
  return row;
};
