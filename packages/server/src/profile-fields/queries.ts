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

/** What some people wrote about themselves, by person. */
export const readProfiles = async (
  reader: Reader,
  realmId: number,
  people: readonly { readonly id: number }[],
): Promise<ReadonlyMap<number, ProfileData>> => {
  const ids = people.map((person) => person.id);
  const rows = await reader.all(
    q
      .selectFrom('profile_value')
      .select(['person_id', 'field_id', 'value', 'rendered'])
      .where('realm_id', '=', realmId)
      .where('person_id', '=', sql<number>`any(${ids}::bigint[])`),
  );
  const profiles = new Map<number, ProfileData>();
  for (const row of rows) {
    const profile = profiles.get(row.person_id) ?? {};
    profile[String(row.field_id)] = presentValue(row);
    profiles.set(row.person_id, profile);
  }
  return profiles;
};
