import type { ArgumentsOf } from '@parley/client';
import {
  createCustomProfileField,
  deleteCustomProfileField,
  reorderCustomProfileFields,
  updateCustomProfileField,
} from '@parley/contract/endpoints/profile-fields.ts';
import type { Chat } from '../chat.ts';

export type NewField = ArgumentsOf<typeof createCustomProfileField>;
export type FieldChange = Omit<ArgumentsOf<typeof updateCustomProfileField>, 'field_id'>;

/** Adds a field to all profiles; rejects with the refusal of the server. */
export async function addField({ client }: Chat, field: NewField): Promise<void> {
  await client.call(createCustomProfileField, field);
}

export async function changeField({ client }: Chat, id: number, change: FieldChange): Promise<void> {
  await client.call(updateCustomProfileField, { ...change, field_id: id });
}

/** Removes a field with everything that people entered there. */
export async function dropField({ client }: Chat, id: number): Promise<void> {
  await client.call(deleteCustomProfileField, { field_id: id });
}

export async function orderFields({ client }: Chat, ids: readonly number[]): Promise<void> {
  await client.call(reorderCustomProfileFields, { order: [...ids] });
}
