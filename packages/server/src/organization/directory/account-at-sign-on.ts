import { badRequest, type ApiError } from '../../engine/api-error.ts';
import type { RealmRow } from '../../engine/db/realm.ts';
import type { Tx } from '../../engine/db/tx.ts';
import type { UserRow } from '../../http/actor.ts';
import type { World } from '../../http/world.ts';
import { isOwner, roles } from '@parley/contract/rights/roles.ts';
import type { Role } from '@parley/contract/primitives.ts';
import { emailDomainError } from '../domains/policy.ts';
import { listDomains } from '../domains/rows.ts';
import { notifyJoined } from '../joining/notify-joined.ts';
import { recordFailure } from '../login/record-failure.ts';
import { isEmailAddress } from '../users/address.ts';
import { changeEmail } from '../users/change-email.ts';
import { createUser } from '../users/create-user.ts';
import { lockAccounts } from '../users/last-owner.ts';
import { lockUsers, realmOf } from '../users/queries.ts';
import { applyRules } from './apply-rules.ts';
import { availableName } from './available-name.ts';
import {
  bindIdentity,
  hasIdentity,
  personWithAddress,
  userOfIdentity,
  SCIM_PROVIDER,
  type Identity,
} from './identities.ts';
import { groupsIn, mapped, refuseAccount, type Claims } from './rules.ts';
import { rulesOf } from './store-rules.ts';

/** A person whom the provider confirmed. The address is undefined unless the provider has verified it. */
export type ConfirmedPerson = {
  readonly identity: Identity;
  readonly email: string | undefined;
  readonly claims: Claims;
};

type Found =
  | { readonly user: UserRow; readonly isNew: boolean }
  | { readonly refused: ApiError; readonly reason: string; readonly userId?: number };

/**
 * The account of a person: by identity, then by verified address, which binds the identity, then a new one if the rules of
 * the organization make one. Throws if there is none.
 */
export async function accountAtSignOn(
  world: World,
  realm: RealmRow,
  person: ConfirmedPerson,
): Promise<UserRow> {
  const found = await world.write(realm.id, (tx) => findOrCreate(tx, world, person));
  if ('refused' in found) {
    const { userId, reason } = found;
    await recordFailure(world, realm.id, { userId, factor: 'sign-on', reason });
    throw found.refused;
  }
  const { user, isNew } = found;
  if (isNew) await notifyJoined(world, { realm, user }, undefined);
  return user;
}

async function findOrCreate(tx: Tx, world: World, person: ConfirmedPerson): Promise<Found> {
  await lockAccounts(tx);
  const realm = await realmOf(tx);
  const known = await userOfIdentity(tx, realm.id, person.identity);
  const found =
    known === undefined ? await bindOrCreate(tx, world, realm, person) : { user: known, isNew: false };
  if ('refused' in found) return found;
  if (!found.user.is_active) return noAccount(realm, person, found.user.id);
  await follow(tx, world, realm, found.user, person);
  // Both may have changed the row.
  const [user = found.user] = await lockUsers(tx, found.user.id, found.user.id);
  return { user, isNew: found.isNew };
}

async function bindOrCreate(tx: Tx, world: World, realm: RealmRow, person: ConfirmedPerson): Promise<Found> {
  const { identity, email } = person;
  const matched = await matchedByDirectory(tx, realm, identity);
  if (matched !== undefined) {
    await bindIdentity(tx, matched.id, identity);
    return { user: matched, isNew: false };
  }
  if (email === undefined || !isEmailAddress(email))
    return {
      refused: badRequest('The sign-on provider has not verified your e-mail address.'),
      reason: 'UNVERIFIED_ADDRESS',
    };
  const user = await personWithAddress(tx, realm.id, email);
  if (user?.is_active === false) return noAccount(realm, person, user.id);
  if (user === undefined) return create(tx, world, realm, { ...person, email });
  // The provider gave the address to another person: this one must not get what belongs to the first.
  if (await hasIdentity(tx, user.id, identity.provider))
    return {
      refused: badRequest(
        `${email} belongs to another account of the sign-on provider. Ask an administrator to change the address of the old account.`,
      ),
      reason: 'OTHER_IDENTITY',
      userId: user.id,
    };
  await bindIdentity(tx, user.id, identity);
  return { user, isNew: false };
}

/** The account whose person the directory knows by the same name, where the owners say that it is the same. Never that of an owner. */
async function matchedByDirectory(
  tx: Tx,
  realm: RealmRow,
  { provider, subject }: Identity,
): Promise<UserRow | undefined> {
  if (!(await rulesOf(tx, realm.id)).matches_external_ids) return undefined;
  const user = await userOfIdentity(tx, realm.id, { provider: SCIM_PROVIDER, subject });
  if (user?.is_active !== true || isOwner(user)) return undefined;
  return (await hasIdentity(tx, user.id, provider)) ? undefined : user;
}

async function create(
  tx: Tx,
  world: World,
  realm: RealmRow,
  person: ConfirmedPerson & { readonly email: string },
): Promise<Found> {
  const rules = await rulesOf(tx, realm.id);
  const refusal =
    refuseAccount(rules, await listDomains(tx, realm.id), person) ??
    (await emailDomainError(tx, realm, person.email));
  if (refusal !== undefined) return noAccount(realm, person);
  const { role } = mapped(rules, groupsIn(rules, person.claims) ?? []);
  const user = await createUser(tx, world, {
    email: person.email,
    fullName: await availableName(tx, realm, person),
    role: (role ?? roles.member) as Role,
  });
  await bindIdentity(tx, user.id, person.identity);
  return { user, isNew: true };
}

/** Follows what the provider says since the last log-in: groups, and the address where the rules make accounts. */
async function follow(
  tx: Tx,
  world: World,
  realm: RealmRow,
  user: UserRow,
  { email, claims }: ConfirmedPerson,
): Promise<void> {
  const rules = await rulesOf(tx, realm.id);
  if (email !== undefined && (await mayTakeAddress(tx, realm, user, { email, claims })))
    await changeEmail(tx, world, realm, user, email);
  const names = groupsIn(rules, claims);
  if (names !== undefined && rules.groups.length > 0)
    await applyRules(tx, realm, user, { rules, names, now: world.clock.now() });
}

/** An address follows if the rules would make an account for it, and it is free. */
async function mayTakeAddress(
  tx: Tx,
  realm: RealmRow,
  user: UserRow,
  person: { readonly email: string; readonly claims: Claims },
): Promise<boolean> {
  const { email } = person;
  if (isOwner(user)) return false;
  if (email.toLowerCase() === user.delivery_email.toLowerCase() || !isEmailAddress(email)) return false;
  const rules = await rulesOf(tx, realm.id);
  if (refuseAccount(rules, await listDomains(tx, realm.id), person) !== undefined) return false;
  return (await personWithAddress(tx, realm.id, email)) === undefined;
}

function noAccount(realm: RealmRow, { email }: ConfirmedPerson, userId?: number): Found {
  return {
    refused: badRequest(`There is no account for ${email ?? 'you'} in ${realm.name}. Ask for an invitation.`),
    reason: 'NO_ACTIVE_ACCOUNT',
    ...(userId === undefined ? {} : { userId }),
  };
}
