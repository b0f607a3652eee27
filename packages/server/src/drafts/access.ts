import { q, type Reader } from '../db/sql.ts';
import type { Actor } from '../people/person.ts';
import { badRequest, notFound } from '../problem.ts';
import { settingsOf } from '../settings/user-settings.ts';
import type { DraftRow } from './present.ts';

/** Drafts are kept on the server only for people who want them there: asked before anything else. */
export const withDrafts = ({ person }: Actor): void => {
  if (!settingsOf(person).enable_drafts_synchronization)
    throw badRequest('Synchronization of drafts is switched off in your settings.');
};

export const accessDraft = async (reader: Reader, { person }: Actor, id: number): Promise<DraftRow> => {
  const row = await reader.first(
    q
      .selectFrom('draft')
      .selectAll()
      .where('realm_id', '=', person.realm_id)
      .where('id', '=', id)
      .where('person_id', '=', person.id),
  );
  if (row === undefined) throw notFound('There is no such draft.');
  return row;
};
