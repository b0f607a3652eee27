import type { ProfileData } from '../people/present.ts';
import { q, sql, type Reader } from '../db/sql.ts';
import { presentValue, type FieldRow } from './present.ts';

/** The fields of an organization, in their order. */
export const listFields = (reader: Reader, realmId: number): Promise<FieldRow[]> =>
  reader.all(
    q
      .selectFrom('profile_field')
      .selectAll()
      .where('realm_id', '=', realmId)
      .orderBy('display_order')
      .orderBy('id'),
  );

/** What people wrote about themselves, by person: of all people of an organization, or of some. */
export const readProfiles = async (
  reader: Reader,
  realmId: number,
  personIds?: readonly number[],
): Promise<ReadonlyMap<number, ProfileData>> => {
  const rows = await reader.all(
    q
      .selectFrom('profile_value')
      .select(['person_id', 'field_id', 'value', 'rendered'])
      .where('realm_id', '=', realmId)
      .$if(personIds !== undefined, (query) =>
        query.where('person_id', '=', sql<number>`any(${[...(personIds ?? [])]}::bigint[])`),
      ),
  );
  const profiles = new Map<number, ProfileData>();
  for (const row of rows) {
    const profile = profiles.get(row.person_id) ?? {};
    profile[String(row.field_id)] = presentValue(row);
    profiles.set(row.person_id, profile);
  }
  return profiles;
};
