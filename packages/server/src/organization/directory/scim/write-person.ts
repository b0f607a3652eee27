import { isOwner, roles } from '@parley/contract/rights/roles.ts';
import { ApiError } from '../../../engine/api-error.ts';
import { isUniqueViolation } from '../../../engine/db/errors.ts';
import type { RealmRow } from '../../../engine/db/realm.ts';
import { q } from '../../../engine/db/sql.ts';
import type { Tx } from '../../../engine/db/tx.ts';
import type { UserRow } from '../../../http/actor.ts';
import type { World } from '../../../http/world.ts';
import { isEmailAddress, storedAddress } from '../../users/address.ts';
import { changeEmail } from '../../users/change-email.ts';
import { createUser } from '../../users/create-user.ts';
import { deactivate } from '../../users/deactivate.ts';
import { lockAccounts } from '../../users/last-owner.ts';
import { lockUsers, realmOf } from '../../users/queries.ts';
import { reactivate } from '../../users/reactivate.ts';
import { rename } from '../../users/rename.ts';
import { availableName, usableName } from '../available-name.ts';
import { bindIdentity, SCIM_PROVIDER } from '../identities.ts';
import { nameIn, type PersonValues } from './read-person.ts';
import { invalidValue, noSuchResource, ScimError } from './scim-error.ts';
import { findPerson, type ScimUserRow } from './user-rows.ts';

/** Creates the account of a person; its first log-in sets `date_joined`. */
export async function createPerson(tx: Tx, world: World, values: PersonValues): Promise<number> {
  await lockAccounts(tx);
  const realm = await realmOf(tx);
  const email = addressIn(values);
  const { givenName: given_name, familyName: family_name } = values;
  const claims = { name: nameIn(values), given_name, family_name };
  const user = await orConflict(async () =>
    createUser(tx, world, {
      email,
      fullName: await availableName(tx, realm, { email, claims }),
      role: roles.member,
      awaitsFirstLogin: true,
    }),
  );
  await setExternalId(tx, user.id, null, values.externalId ?? null);
  if (values.active === false) await deactivate(tx, realm, user);
  return user.id;
}

/** Gives a person the values that differ from those of the account. Without a difference nothing happens. */
export async function changePerson(tx: Tx, world: World, id: string, values: PersonValues): Promise<void> {
  await lockAccounts(tx);
  const realm = await realmOf(tx);
  const row = await findPerson(tx, realm.id, id);
  if (row === undefined) throw noSuchResource('User', id);
  const wanted = await differences(tx, realm, row, values);
  if (Object.keys(wanted).length === 0) return;
  // Also the way around: a directory that could name the identity of an owner could log in as one.
  if (isOwner(row))
    throw new ScimError(403, 'Owners are changed by owners, in the organization itself.', 'mutability');
  const [user] = await lockUsers(tx, row.id, row.id);
  if (user === undefined) throw noSuchResource('User', id);
  if (wanted.externalId !== undefined) await setExternalId(tx, user.id, row.external_id, wanted.externalId);
  await changeAccount(tx, world, realm, user, wanted);
}

type Wanted = {
  readonly email?: string;
  readonly name?: string;
  readonly externalId?: string | null;
  readonly active?: boolean;
};

async function differences(tx: Tx, realm: RealmRow, row: ScimUserRow, values: PersonValues): Promise<Wanted> {
  const { externalId, active } = values;
  const email = values.userName === undefined ? undefined : addressIn(values);
  const proposed = nameIn(values);
  const name =
    proposed === undefined || proposed === row.full_name
      ? undefined
      : await usableName(tx, realm, proposed, row.id);
  return {
    ...(email === undefined || email.toLowerCase() === row.delivery_email.toLowerCase() ? {} : { email }),
    // A name that cannot be one here leaves the name as it is.
    ...(name === undefined || name === row.full_name ? {} : { name }),
    ...(externalId === undefined || externalId === row.external_id ? {} : { externalId }),
    ...(active === undefined || active === row.is_active ? {} : { active }),
  };
}

async function changeAccount(
  tx: Tx,
  world: World,
  realm: RealmRow,
  user: UserRow,
  { email, name, active }: Wanted,
): Promise<void> {
  await orConflict(async () => {
    if (email !== undefined) await changeEmail(tx, world, realm, user, email);
    if (name !== undefined) await rename(tx, realm, user, name);
    if (active === false) await deactivate(tx, realm, user);
    if (active === true) await reactivate(tx, realm, user);
  });
}

function addressIn({ userName }: PersonValues): string {
  if (userName === undefined || !isEmailAddress(userName))
    throw invalidValue('userName is the e-mail address of the person.');
  return storedAddress(userName);
}

async function setExternalId(
  tx: Tx,
  userId: number,
  before: string | null,
  after: string | null,
): Promise<void> {
  if (before === after) return;
  if (before !== null)
    await tx.all(
      q
        .deleteFrom('identity')
        .where('realm_id', '=', tx.realmId)
        .where('provider', '=', SCIM_PROVIDER)
        .where('user_id', '=', userId),
    );
  if (after === null || after === '') return;
  try {
    await bindIdentity(tx, userId, { provider: SCIM_PROVIDER, subject: after });
  } catch (error) {
    if (isUniqueViolation(error, 'identity_pkey'))
      throw new ScimError(409, 'Another person has this externalId.', 'uniqueness');
    throw error;
  }
}

async function orConflict<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiError && error.message === 'This e-mail address is already in use.')
      throw new ScimError(409, 'Another account has this userName.', 'uniqueness');
    throw error;
  }
}
