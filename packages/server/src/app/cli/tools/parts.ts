import { roles } from '@parley/contract/rights/roles.ts';
import { Option } from 'commander';
import type { RealmRow } from '../../../engine/db/realm.ts';
import { q } from '../../../engine/db/sql.ts';
import type { Tx } from '../../../engine/db/tx.ts';
import { SYSTEM_ROLE, type Actor, type UserRow } from '../../../http/actor.ts';
import type { World } from '../../../http/world.ts';
import { lockAccounts } from '../../../organization/users/last-owner.ts';
import { lockUsers, realmOf } from '../../../organization/users/queries.ts';
import { CommandError } from '../explain.ts';
import { realmNamed, userAt } from '../find.ts';

export const SUBDOMAIN = ['<subdomain>', "subdomain of the organization, or 'root'"] as const;
export const EMAIL = ['<email>', 'e-mail address of the user'] as const;

export type InRealm = { readonly realm: string };

export function realmOption(): Option {
  return new Option('--realm <subdomain>', "subdomain of the organization, or 'root'").makeOptionMandatory();
}

/**
 * The operator as an actor: the server's own account with the rights of an owner. Changes run through the functions of the
 * API, so that clients receive their events.
 */
export async function operatorIn(tx: Tx): Promise<Actor> {
  const system = await tx.first(
    q
      .selectFrom('realm_user')
      .selectAll()
      .where('realm_id', '=', tx.realmId)
      .where('role', '=', SYSTEM_ROLE)
      .orderBy('id')
      .limit(1),
  );
  if (system === undefined) throw new CommandError('The organization has no account of the server.');
  return { realm: await realmOf(tx), user: { ...system, role: roles.owner } };
}

/** Runs a change of a locked user in a transaction; returns the user before it. */
export async function changeUser(
  world: World,
  { realm: name }: InRealm,
  email: string,
  change: (tx: Tx, realm: RealmRow, user: UserRow) => Promise<void>,
): Promise<UserRow> {
  const { id, realm_id } = await userAt(world.pool, await realmNamed(world.pool, name), email);
  return world.write(realm_id, async (tx) => {
    await lockAccounts(tx);
    const [user] = await lockUsers(tx, id);
    if (user === undefined) throw new CommandError(`User ${id} does not exist.`);
    await change(tx, await realmOf(tx), user);
    return user;
  });
}

const ROLE_NAMES = new Map<number, string>(Object.entries(roles).map(([name, role]) => [role, name]));

export function roleName(role: number): string {
  return ROLE_NAMES.get(role) ?? String(role);
}

export function stateOf({ is_active }: Pick<UserRow, 'is_active'>): string {
  return is_active ? 'active' : 'deactivated';
}
