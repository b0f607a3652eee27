import { recordChange } from '../../engine/audit/record-change.ts';
import { profileFieldTypes } from '@parley/contract/objects/custom-profile-field.ts';
import { limits } from '@parley/contract/limits.ts';
import { isLongerThan } from '@parley/contract/primitives.ts';
import { isUniqueViolation } from '../../engine/db/errors.ts';
import { q, sql } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { everyone } from '../../engine/log/audience.ts';
import { badRequest, type ApiError } from '../../engine/api-error.ts';
import { deleteRemovedChoices } from './delete-removed-choices.ts';
import { builtInAccount } from './external-accounts.ts';
import { checkFieldData, type FieldData } from './field-data.ts';
import { type FieldRow, listFields, presentField } from './rows.ts';
import { lockAccounts } from '../users/last-owner.ts';

export type NewField = {
  readonly type: number;
  readonly name: string;
  readonly hint: string;
  readonly data: FieldData;
  readonly inSummary: boolean;
  readonly required: boolean;
  readonly editableByUser: boolean;
  readonly forMatching: boolean;
};
export type FieldChanges = { readonly [K in Exclude<keyof NewField, 'type'>]?: NewField[K] | undefined };

export async function createField(tx: Tx, field: NewField): Promise<number> {
  const others = await lockFields(tx);
  if (others.length >= limits.profileFieldsPerRealm)
    throw badRequest(`An organization can have at most ${limits.profileFieldsPerRealm} profile fields.`);
  if (field.inSummary) refuseFullSummary(others);
  const field_data = checkFieldData(field.type, field.data);
  const account = builtInAccount(field.type, field.data['subtype']);
  const { name, hint } = account ?? checkTexts(field.name, field.hint);
  if (!isType(field.type)) throw badRequest(`Unknown field_type ${field.type}.`);
  checkFlags(field.type, field.inSummary, field.forMatching);
  const sequence = await tx.first(sql<{ id: number }>`select nextval('profile_field_id') as id`);
  const id = sequence?.id ?? 0;
  await refuseTaken(() =>
    tx.all(
      q.insertInto('profile_field').values({
        realm_id: tx.realmId,
        id,
        name,
        hint,
        type: field.type,
        field_data,
        display_order: id,
        is_required: field.required,
        is_editable_by_user: field.editableByUser,
        is_in_summary: field.inSummary,
        is_for_matching: field.forMatching,
      }),
    ),
  );
  tx.record({
    action: 'profile-field.added',
    object: { type: 'profile-field', id },
    after: { name, hint, type: field.type, field_data },
  });
  await publishFields(tx);
  return id;
}

export async function updateField(tx: Tx, id: number, changes: FieldChanges): Promise<void> {
  const fields = await lockFields(tx);
  const field = fields.find((row) => row.id === id);
  if (field === undefined) throw noSuchField();
  if (changes.inSummary === true && !field.is_in_summary) refuseFullSummary(fields);
  const field_data = changes.data === undefined ? field.field_data : checkFieldData(field.type, changes.data);
  const { name, hint } = isBuiltIn(field)
    ? keptTexts(field, changes, field_data)
    : checkTexts(changes.name ?? field.name, changes.hint ?? field.hint);
  checkFlags(
    field.type,
    changes.inSummary ?? field.is_in_summary,
    changes.forMatching ?? field.is_for_matching,
  );
  await refuseTaken(() =>
    tx.all(
      q
        .updateTable('profile_field')
        .set({
          name,
          hint,
          field_data,
          is_required: changes.required ?? field.is_required,
          is_editable_by_user: changes.editableByUser ?? field.is_editable_by_user,
          is_in_summary: changes.inSummary ?? field.is_in_summary,
          is_for_matching: changes.forMatching ?? field.is_for_matching,
        })
        .where('realm_id', '=', tx.realmId)
        .where('id', '=', id),
    ),
  );
  const after = (await listFields(tx, tx.realmId)).find((row) => row.id === id) ?? field;
  recordChange(tx, 'profile-field.changed', { type: 'profile-field', id }, field, after);
  await publishFields(tx);
  await deleteRemovedChoices(tx, field, field_data);
}

export async function deleteField(tx: Tx, id: number): Promise<void> {
  await lockFields(tx);
  const deleted = await tx.all(
    q.deleteFrom('profile_field').where('realm_id', '=', tx.realmId).where('id', '=', id).returningAll(),
  );
  const [before] = deleted;
  if (before === undefined) throw noSuchField();
  const { name, hint, type, field_data } = before;
  tx.record({
    action: 'profile-field.removed',
    object: { type: 'profile-field', id },
    before: { name, hint, type, field_data },
  });
  await publishFields(tx);
}

/** Orders fields by the last index of their id in `order`; ignores unknown ids. */
export async function reorderFields(tx: Tx, order: readonly number[]): Promise<void> {
  const fields = await lockFields(tx);
  const indexById = new Map(order.map((id, index) => [id, index]));
  if (!fields.every(({ id }) => indexById.has(id)))
    throw badRequest('order must contain the id of every field.');
  const ids = fields.map(({ id }) => id);
  const indexes = ids.map((id) => indexById.get(id) ?? 0);
  await tx.all(
    sql`update profile_field f set display_order = new_order.index
        from unnest(${ids}::bigint[], ${indexes}::bigint[]) as new_order (id, index)
        where f.realm_id = ${tx.realmId} and f.id = new_order.id`,
  );
  tx.record({ action: 'profile-field.order-changed', before: { order: ids }, after: { order: [...order] } });
  await publishFields(tx);
}

/** Serializes changes of fields, because each event carries all fields. */
async function lockFields(tx: Tx): Promise<FieldRow[]> {
  await lockAccounts(tx);
  return listFields(tx, tx.realmId);
}

async function publishFields(tx: Tx): Promise<void> {
  const fields = await listFields(tx, tx.realmId);
  tx.emit(everyone, { type: 'custom_profile_fields', fields: fields.map(presentField) });
}

async function refuseTaken(write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (isUniqueViolation(error, 'profile_field_realm_id_name_key'))
      throw badRequest('Another profile field has this name.');
    throw error;
  }
}

function noSuchField(): ApiError {
  return badRequest('There is no such profile field.');
}

const MAX_SUMMARY_FIELDS = 2;

function refuseFullSummary(others: readonly FieldRow[]): void {
  if (others.filter((field) => field.is_in_summary).length >= MAX_SUMMARY_FIELDS)
    throw badRequest(`At most ${MAX_SUMMARY_FIELDS} fields can be shown in the profile summary.`);
}

function checkTexts(name: string, hint: string): { name: string; hint: string } {
  const texts = { name: name.trim(), hint: hint.trim() };
  if (texts.name === '') throw badRequest('The field name must not be empty.');
  if (isLongerThan(texts.hint, limits.profileFieldHintLength))
    throw badRequest(`The hint is longer than ${limits.profileFieldHintLength} characters.`);
  if (isLongerThan(texts.name, limits.profileFieldNameLength))
    throw badRequest(`The field name is longer than ${limits.profileFieldNameLength} characters.`);
  return texts;
}

function isBuiltIn(field: FieldRow): boolean {
  return (
    field.field_data !== '' &&
    builtInAccount(field.type, (JSON.parse(field.field_data) as FieldData)['subtype']) !== undefined
  );
}

function keptTexts(field: FieldRow, { name, hint }: FieldChanges, data: string) {
  const same = (name ?? field.name) === field.name && (hint ?? field.hint) === field.hint;
  if (!same || data !== field.field_data) throw badRequest('A built-in external account cannot be changed.');
  return { name: field.name, hint: field.hint };
}

function isType(type: number): boolean {
  return type >= 1 && type <= 8;
}

const USERS: number = profileFieldTypes.USER.id;
const MATCHABLE: readonly number[] = [profileFieldTypes.SHORT_TEXT.id, profileFieldTypes.EXTERNAL_ACCOUNT.id];

function checkFlags(type: number, inSummary: boolean, forMatching: boolean): void {
  if (inSummary && type === USERS)
    throw badRequest('Fields of this type cannot be shown in the profile summary.');
  if (forMatching && !MATCHABLE.includes(type))
    throw badRequest('Fields of this type cannot be used for user matching.');
}
