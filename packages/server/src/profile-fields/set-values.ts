import type { ProfileValueInput } from '@parley/contract/objects/user.ts';
import { q, sql } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';
import { eyesOf } from '../people/access.ts';
import { seersOf } from '../people/audience.ts';
import { isAdministrator, isBot, type Actor, type PersonRow } from '../people/person.ts';
import { badRequest } from '../problem.ts';
import type { RealmRow } from '../realm/realm.ts';
import type { FieldRow } from './present.ts';
import { checkValue, PEOPLE, type StoredValue } from './value.ts';

/** Sets and clears values of somebody's profile; an empty value clears. For administrators. */
export const editProfile = async (
  tx: Tx,
  author: Actor,
  person: PersonRow,
  entries: readonly ProfileValueInput[],
): Promise<void> => {
  const isEmpty = ({ value }: ProfileValueInput): boolean => value === null || value.length === 0;
  await clearValues(
    tx,
    author.realm,
    person,
    entries.filter(isEmpty).map(({ id }) => id),
  );
  await setValues(
    tx,
    author,
    person,
    entries.filter((entry) => !isEmpty(entry)),
  );
};

/** Sets values of the actor's own profile. An empty text is a value like any other. */
export const editOwnProfile = async (
  tx: Tx,
  author: Actor,
  entries: readonly ProfileValueInput[],
): Promise<void> =>
  setValues(tx, author, author.person, entries, (field) => refuseForeign(author.person, field));

export const clearOwnProfile = async (
  tx: Tx,
  { realm, person }: Actor,
  fieldIds: readonly number[],
): Promise<void> => clearValues(tx, realm, person, fieldIds, (field) => refuseForeign(person, field));

const refuseForeign = (person: PersonRow, field: FieldRow): void => {
  if (!field.is_editable_by_user && !isAdministrator(person))
    throw badRequest(`Only administrators may change the field '${field.name}'.`);
};

type Check = (field: FieldRow) => void;

const setValues = async (
  tx: Tx,
  author: Actor,
  person: PersonRow,
  entries: readonly ProfileValueInput[],
  check: Check = () => {},
): Promise<void> => {
  const fields = await holdFields(
    tx,
    person,
    entries.map(({ id }) => id),
    check,
  );
  const values = new Map<number, StoredValue>();
  const people = new Set<number>();
  for (const { id, value } of entries) {
    const field = fields.get(id);
    if (field === undefined) throw noSuchField();
    values.set(id, checkValue(field, value));
    if (field.type === PEOPLE && Array.isArray(value)) for (const person_id of value) people.add(person_id);
  }
  await refuseNobodies(tx, author, people);
  if (values.size === 0) return;
  const changed = await tx.all(
    q
      .insertInto('profile_value')
      .values(
        [...values].map(([field_id, stored]) => ({
          realm_id: tx.realmId,
          person_id: person.id,
          field_id,
          ...stored,
        })),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['realm_id', 'person_id', 'field_id'])
          .doUpdateSet((excluded) => ({
            value: excluded.ref('excluded.value'),
            rendered: excluded.ref('excluded.rendered'),
          }))
          .where(sql<boolean>`profile_value.value is distinct from excluded.value`),
      )
      .returning(['field_id', 'value', 'rendered']),
  );
  const audience = await seersOf(tx, author.realm, person);
  for (const { field_id: id, value, rendered } of changed) {
    const field = { id, value, ...(rendered === null ? {} : { rendered_value: rendered }) };
    tx.emit(audience, {
      type: 'realm_user',
      op: 'update',
      person: { user_id: person.id, custom_profile_field: field },
    });
  }
};

const clearValues = async (
  tx: Tx,
  realm: RealmRow,
  person: PersonRow,
  fieldIds: readonly number[],
  check: Check = () => {},
): Promise<void> => {
  const fields = await holdFields(tx, person, fieldIds, check);
  if (fields.size === 0) return;
  const cleared = await tx.all(
    q
      .deleteFrom('profile_value')
      .where('realm_id', '=', tx.realmId)
      .where('person_id', '=', person.id)
      .where('field_id', 'in', [...fields.keys()])
      .returning('field_id'),
  );
  const audience = await seersOf(tx, realm, person);
  for (const { field_id: id } of cleared) {
    tx.emit(audience, {
      type: 'realm_user',
      op: 'update',
      person: { user_id: person.id, custom_profile_field: { id, value: null } },
    });
  }
};

/** Removes everything that somebody wrote about themselves. */
export const clearProfile = async (tx: Tx, realm: RealmRow, person: PersonRow): Promise<void> => {
  const rows = await tx.all(
    q
      .selectFrom('profile_value')
      .select('field_id')
      .where('realm_id', '=', tx.realmId)
      .where('person_id', '=', person.id),
  );
  const ids = rows.map((row) => row.field_id);
  await clearValues(tx, realm, person, ids);
};

/** The named fields, which stay as they are until the transaction ends. */
const holdFields = async (
  tx: Tx,
  person: PersonRow,
  ids: readonly number[],
  check: Check,
): Promise<ReadonlyMap<number, FieldRow>> => {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  if (isBot(person)) throw badRequest('Bots have no profile.');
  const rows = await tx.all(
    q
      .selectFrom('profile_field')
      .selectAll()
      .where('realm_id', '=', tx.realmId)
      .where('id', '=', sql<number>`any(${wanted}::bigint[])`)
      .orderBy('id')
      .forShare(),
  );
  if (rows.length < wanted.length) throw noSuchField();
  for (const row of rows) check(row);
  return new Map(rows.map((row) => [row.id, row]));
};

const noSuchField = () => badRequest('There is no such profile field.');

/** A value names active people whom its author may see. */
const refuseNobodies = async (tx: Tx, author: Actor, ids: ReadonlySet<number>): Promise<void> => {
  if (ids.size === 0) return;
  const found = await tx.all(
    q
      .selectFrom('person')
      .select(['id', 'bot_type'])
      .where('realm_id', '=', tx.realmId)
      .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)
      .where('is_active', '=', true)
      .where('bot_type', 'is', null),
  );
  const sees = await eyesOf(tx, author, ids);
  if (found.filter(sees).length < ids.size)
    throw badRequest('The value names somebody who is not an active person.');
};
