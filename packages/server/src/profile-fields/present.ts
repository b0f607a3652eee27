import type { CustomProfileField } from '@parley/contract/objects/custom-profile-field.ts';
import type { Selectable } from 'kysely';
import type { Schema } from '../db/schema.ts';

export type FieldRow = Selectable<Schema['profile_field']>;
export type ValueRow = Selectable<Schema['profile_value']>;

export const presentField = (row: FieldRow): CustomProfileField => ({
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
});

export const presentValue = (
  row: Pick<ValueRow, 'value' | 'rendered'>,
): { value: string; rendered_value?: string } => ({
  value: row.value,
  ...(row.rendered === null ? {} : { rendered_value: row.rendered }),
});
