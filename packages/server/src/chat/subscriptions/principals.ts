import type { Config } from '../../engine/config.ts';
import { q, sql, type Reader } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { visibleUsersOf } from '../../organization/users/access.ts';
import { findNamedUsers, refuseUnknownUsers, type NamedUsers } from '../../organization/users/find-user.ts';
import { SYSTEM_ROLE, type Actor, type UserRow } from '../../http/actor.ts';
import { badRequest, ApiError } from '../../engine/api-error.ts';

export type Principals = readonly (string | number)[];

/** Whoever names oneself in another way than by the id acts as if for others. */
export function isForOthers(me: Pick<UserRow, 'id'>, principals: Principals): boolean {
  return principals.some((principal) => principal !== me.id);
}

/** The actor, and everybody who was named; none of them changes before the transaction ends. */
export type Found = {
  readonly me: UserRow;
  readonly users: readonly UserRow[];
  readonly named: NamedUsers;
};

export async function findPrincipals(
  tx: Tx,
  actor: Actor,
  config: Pick<Config, 'hosts'>,
  principals: Principals,
): Promise<Found> {
  const self = actor.user.id;
  const named = await findNamedUsers(tx, config, actor, principals.length === 0 ? [self] : principals);
  const wanted = new Set([...named.values()].filter((id) => id !== undefined));
  const rows = await lockUsers(tx, [...new Set([...wanted, self])]);
  const me = rows.find(({ id }) => id === self);
  if (me?.is_active !== true) throw lockedOut();
  const users = rows.filter(({ id }) => wanted.has(id));
  return { me, users, named };
}

/** Refuses users who do not exist, are not active, or are hidden from the actor. */
export async function checkPrincipals(reader: Reader, actor: Actor, { users, named }: Found): Promise<void> {
  const sees = await visibleUsersOf(
    reader,
    actor,
    users.map(({ id }) => id),
  );
  refuseUnknownUsers(named, new Set(users.filter(sees).map(({ id }) => id)));
  if (users.some((user) => !user.is_active)) throw badRequest('Somebody is deactivated.');
}

/** Who acts, as they are now and stay until the transaction ends. */
export async function findActor(tx: Tx, actor: Actor): Promise<UserRow> {
  const [me] = await lockUsers(tx, [actor.user.id]);
  if (me?.is_active !== true) throw lockedOut();
  return me;
}

function lockedOut(): ApiError {
  return new ApiError('UNAUTHORIZED', 'The credentials are no longer valid.');
}

function lockUsers(tx: Tx, ids: readonly number[]): Promise<UserRow[]> {
  return tx.all(
    q
      .selectFrom('realm_user')
      .selectAll()
      .where('realm_id', '=', tx.realmId)
      .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)
      .where('role', '!=', SYSTEM_ROLE)
      .orderBy('id')
      .forShare(),
  );
}
