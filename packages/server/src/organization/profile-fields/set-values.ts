import type { ProfileValueInput } from '@parley/contract/objects/user.ts';
import type { RealmRow } from '../../engine/db/realm.ts';
import { q, sql } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { badRequest } from '../../engine/api-error.ts';
import { isAdministrator } from '@parley/contract/rights/roles.ts';
import { type Actor, isBot, type UserRow } from '../../http/actor.ts';
import type { FieldRow } from './rows.ts';
import { checkValue, type StoredValue, USERS } from './value.ts';
import { visibleUsersOf } from '../users/access.ts';
import { viewersOf } from '../users/audience.ts';

/** Sets values of a user's profile on behalf of an administrator; an empty value clears a field. */
export async function editProfile(
  tx: Tx,
  author: Actor,
  user: UserRow,
  entries: readonly ProfileValueInput[],
): Promise<void> {
  const isEmpty = ({ value }: ProfileValueInput): boolean => value === null || value.length === 0;
  await clearValues(
    tx,
    author.realm,
    user,
    entries.filter(isEmpty).map(({ id }) => id),
  );
  await setValues(
    tx,
    author,
    user,
    entries.filter((entry) => !isEmpty(entry)),
  );
  tx.record({
    action: 'user.changed',
    object: { type: 'user', id: user.id },
    after: { profile_field_ids: entries.map(({ id }) => id) },
  });
}

/** Sets values of the actor's own profile. Empty text is stored as a value. */
export async function editOwnProfile(
  tx: Tx,
  author: Actor,
  entries: readonly ProfileValueInput[],
): Promise<void> {
  return setValues(tx, author, author.user, entries, (field) => checkEditable(author.user, field));
}

export async function clearOwnProfile(
  tx: Tx,
  { realm, user }: Actor,
  fieldIds: readonly number[],
): Promise<void> {
  return clearValues(tx, realm, user, fieldIds, (field) => checkEditable(user, field));
}

function checkEditable(user: UserRow, field: FieldRow): void {
  if (!field.is_editable_by_user && !isAdministrator(user))
    throw badRequest(`Only administrators may change the field '${field.name}'.`);
}

type Check = (field: FieldRow) => void;

async function setValues(
  tx: Tx,
  author: Actor,
  user: UserRow,
  entries: readonly ProfileValueInput[],
  check: Check = () => {},
): Promise<void> {
  const fields = await lockFields(
    tx,
    user,
    entries.map(({ id }) => id),
    check,
  );
  const values = new Map<number, StoredValue>();
  const users = new Set<number>();
  for (const { id, value } of entries) {
    const field = fields.get(id);
    if (field === undefined) throw noSuchField();
    values.set(id, checkValue(field, value));
    if (field.type === USERS && Array.isArray(value)) for (const user_id of value) users.add(user_id);
  }
  await checkNamedUsers(tx, author, users);
  if (values.size === 0) return;
  const changed = await tx.all(
    q
      .insertInto('profile_value')
      .values(
        [...values].map(([field_id, stored]) => ({
          realm_id: tx.realmId,
          user_id: user.id,
          field_id,
          ...stored,
        })),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['realm_id', 'user_id', 'field_id'])
          .doUpdateSet((excluded) => ({
            value: excluded.ref('excluded.value'),
            rendered: excluded.ref('excluded.rendered'),
          }))
          .where(sql<boolean>`profile_value.value is distinct from excluded.value`),
      )
      .returning(['field_id', 'value', 'rendered']),
  );
  const audience = await viewersOf(tx, author.realm, user);
  for (const { field_id: id, value, rendered } of changed) {
    const field = { id, value, ...(rendered === null ? {} : { rendered_value: rendered }) };
    tx.emit(audience, {
      type: 'realm_user',
      op: 'update',
      person: { user_id: user.id, custom_profile_field: field },
    });
  }
}

async function clearValues(
  tx: Tx,
  realm: RealmRow,
  user: UserRow,
  fieldIds: readonly number[],
  check: Check = () => {},
): Promise<void> {
  const fields = await lockFields(tx, user, fieldIds, check);
  if (fields.size === 0) return;
  const cleared = await tx.all(
    q
      .deleteFrom('profile_value')
      .where('realm_id', '=', tx.realmId)
      .where('user_id', '=', user.id)
      .where('field_id', 'in', [...fields.keys()])
      .returning('field_id'),
  );
  const audience = await viewersOf(tx, realm, user);
  for (const { field_id: id } of cleared) {
    tx.emit(audience, {
      type: 'realm_user',
      op: 'update',
      person: { user_id: user.id, custom_profile_field: { id, value: null } },
    });
  }
}

/** Clears all values of a user's profile. */
export async function clearProfile(tx: Tx, realm: RealmRow, user: UserRow): Promise<void> {
  const rows = await tx.all(
    q
      .selectFrom('profile_value')
      .select('field_id')
      .where('realm_id', '=', tx.realmId)
      .where('user_id', '=', user.id),
  );
  const ids = rows.map((row) => row.field_id);
  await clearValues(tx, realm, user, ids);
}

/** Returns the fields with the given ids, locked until the transaction ends. */
async function lockFields(
  tx: Tx,
  user: UserRow,
  ids: readonly number[],
  check: Check,
): Promise<ReadonlyMap<number, FieldRow>> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  if (isBot(user)) throw badRequest('Bots have no profile.');
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
}

function noSuchField() {
  return badRequest('There is no such profile field.');
}

/** Throws unless all named users are active human users visible to the author. */
async function checkNamedUsers(tx: Tx, author: Actor, ids: ReadonlySet<number>): Promise<void> {
  if (ids.size === 0) return;
  const found = await tx.all(
    q
      .selectFrom('realm_user')
      .select(['id', 'bot_type'])
      .where('realm_id', '=', tx.realmId)
      .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)
      .where('is_active', '=', true)
      .where('bot_type', 'is', null),
  );
  const isVisible = await visibleUsersOf(tx, author, ids);
  if (found.filter(isVisible).length < ids.size)
    throw badRequest('The value contains the id of a user who is not an active human user.');
}
