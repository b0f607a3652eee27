import { type CustomProfileField, profileFieldTypes } from '@parley/contract/objects/custom-profile-field.ts';
import { render } from '@parley/markdown/full';
import type { Selectable } from 'kysely';
import type { Schema } from '../../engine/db/schema.ts';
import { q, type Reader, sql } from '../../engine/db/sql.ts';
import type { ReadState } from '../../http/snapshot.ts';
import { adaptFields } from './adapt.ts';
import type { ProfileData } from '../users/present.ts';

/** The profile fields of an organization in display order. */
export function listFields(reader: Reader, realmId: number): Promise<FieldRow[]> {
  return reader.all(
    q
      .selectFrom('profile_field')
      .selectAll()
      .where('realm_id', '=', realmId)
      .orderBy('display_order')
      .orderBy('id'),
  );
}

/** The profiles of users by user id. */
export async function readProfiles(
  reader: Reader,
  realmId: number,
  users: readonly { readonly id: number }[],
): Promise<ReadonlyMap<number, ProfileData>> {
  const ids = users.map((user) => user.id);
  const rows = await reader.all(
    q
      .selectFrom('profile_value')
      .select(['user_id', 'field_id', 'value', 'rendered'])
      .where('realm_id', '=', realmId)
      .where('user_id', '=', sql<number>`any(${ids}::bigint[])`),
  );
  const profiles = new Map<number, ProfileData>();
  for (const row of rows) {
    const profile = profiles.get(row.user_id) ?? {};
    profile[String(row.field_id)] = presentValue(row);
    profiles.set(row.user_id, profile);
  }
  return profiles;
}

export type FieldRow = Selectable<Schema['profile_field']>;

export type ValueRow = Selectable<Schema['profile_value']>;

export function presentField(row: FieldRow): CustomProfileField {
  return {
    id: row.id,
    name: row.name,
    type: row.type as CustomProfileField['type'],
    hint: row.hint,
    field_data: row.field_data,
    order: row.display_order,
    required: row.is_required,
    editable_by_user: row.is_editable_by_user,
    ...(row.is_in_summary ? { display_in_profile_summary: true } : {}),
    ...(row.is_for_matching ? { use_for_user_matching: true } : {}),
  };
}

function presentValue(row: Pick<ValueRow, 'value' | 'rendered'>): {
  value: string;
  rendered_value?: string;
} {
  return {
    value: row.value,
    ...(row.rendered === null ? {} : { rendered_value: row.rendered }),
  };
}

export const customProfileFieldsState: ReadState<'custom_profile_fields'> = async (viewpoint) => {
  const { reader, realm, clientOptions } = viewpoint;
  const fields = await listFields(reader, realm.id);
  return {
    custom_profile_fields: adaptFields(fields.map(presentField), clientOptions.knowsPronouns),
    custom_profile_field_types: { ...profileFieldTypes },
  };
};

/** Renders the Markdown of a profile text to HTML. */
export function renderProfileText(text: string): string {
  return render(text).html;
}
