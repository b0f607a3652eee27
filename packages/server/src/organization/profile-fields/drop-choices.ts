import { q, sql } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { choicesOf } from './field-data.ts';
import type { FieldRow } from './rows.ts';
import { seersOf } from '../users/audience.ts';
import { realmOf } from '../users/queries.ts';

/** Beyond this many users, clients conclude from the new list of choices whose value is gone. */
const MOST_TOLD = 500;
const CHOICE = 3;

/** Deletes the values that hold a choice which the field no longer has. */
export async function deleteRemovedChoices(tx: Tx, field: FieldRow, data: string): Promise<void> {
  if (field.type !== CHOICE) return;
  const kept = choicesOf(data);
  const gone = Object.keys(choicesOf(field.field_data)).filter((key) => !Object.hasOwn(kept, key));
  if (gone.length === 0) return;
  const dropped = await tx.all(
    q
      .deleteFrom('profile_value')
      .where('realm_id', '=', tx.realmId)
      .where('field_id', '=', field.id)
      .where('value', '=', sql<string>`any(${gone}::text[])`)
      .returning('user_id'),
  );
  if (dropped.length > MOST_TOLD) return;
  const realm = await realmOf(tx);
  for (const { user_id } of dropped)
    tx.emit(await seersOf(tx, realm, { id: user_id, bot_type: null }), {
      type: 'realm_user',
      op: 'update',
      person: { user_id: user_id, custom_profile_field: { id: field.id, value: null } },
    });
}
