import { profileFieldTypes } from '@parley/contract/objects/custom-profile-field.ts';
import { q, sql } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { choicesOf } from './field-data.ts';
import type { FieldRow } from './rows.ts';
import { viewersOf } from '../users/audience.ts';
import { realmOf } from '../users/queries.ts';

/** Above this number of users no events are published; clients ignore values that are not in the new list of choices. */
const MAX_PUBLISHED_USERS = 500;
const DROPDOWN = profileFieldTypes.DROPDOWN.id;

/** Deletes the values whose choice was removed from the field. */
export async function deleteRemovedChoices(tx: Tx, field: FieldRow, data: string): Promise<void> {
  if (field.type !== DROPDOWN) return;
  const kept = choicesOf(data);
  const removed = Object.keys(choicesOf(field.field_data)).filter((key) => !Object.hasOwn(kept, key));
  if (removed.length === 0) return;
  const deleted = await tx.all(
    q
      .deleteFrom('profile_value')
      .where('realm_id', '=', tx.realmId)
      .where('field_id', '=', field.id)
      .where('value', '=', sql<string>`any(${removed}::text[])`)
      .returning('user_id'),
  );
  if (deleted.length > MAX_PUBLISHED_USERS) return;
  const realm = await realmOf(tx);
  for (const { user_id } of deleted)
    tx.emit(await viewersOf(tx, realm, { id: user_id, bot_type: null }), {
      type: 'realm_user',
      op: 'update',
      person: { user_id, custom_profile_field: { id: field.id, value: null } },
    });
}
