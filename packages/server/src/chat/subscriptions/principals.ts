import type { Config } from '../../engine/config.ts';
import { q, sql, type Reader } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { visibleUsersOf } from '../../organization/users/access.ts';
import { findNamedUsers, refuseUnknownUsers, type NamedUsers } from '../../organization/users/find-user.ts';
import { SYSTEM_ROLE, type Actor, type UserRow } from '../../http/actor.ts';
import { badRequest, ApiError } from '../../engine/api-error.ts';

export type Principals = readonly (string | number)[];

/** A user who names themselves by e-mail instead of id is treated as acting for others. */
export function isForOthers(me: Pick<UserRow, 'id'>, principals: Principals): boolean {
  return principals.some((principal) => principal !== me.id);
}

/** The actor and the named users; their rows are locked until the transaction ends. */
export type FoundPrincipals = {
  readonly me: UserRow;
  readonly users: readonly UserRow[];
  readonly named: NamedUsers;
};

export async function findPrincipals(
  tx: Tx,
  actor: Actor,
  config: Pick<Config, 'hosts'>,
  principals: Principals,
): Promise<FoundPrincipals> {
  const self = actor.user.id;
  const named = await findNamedUsers(tx, config, actor, principals.length === 0 ? [self] : principals);
  const namedIds = new Set([...named.values()].filter((id) => id !== undefined));
  const rows = await lockUsers(tx, [...new Set([...namedIds, self])]);
  const me = rows.find(({ id }) => id === self);
  if (me?.is_active !== true) throw invalidCredentials();
  const users = rows.filter(({ id }) => namedIds.has(id));
  return { me, users, named };
}

/** Throws if a named user does not exist, is deactivated or is hidden from the actor. */
export async function checkPrincipals(
  reader: Reader,
  actor: Actor,
  { users, named }: FoundPrincipals,
): Promise<void> {
  const sees = await visibleUsersOf(
    reader,
    actor,
    users.map(({ id }) => id),
  );
  refuseUnknownUsers(named, new Set(users.filter(sees).map(({ id }) => id)));
  const deactivated = users.find((user) => !user.is_active);
  if (deactivated !== undefined) throw badRequest(`User ${deactivated.id} is deactivated.`);
}

/** The actor's current row, locked until the transaction ends. */
export async function findActor(tx: Tx, actor: Actor): Promise<UserRow> {
  const [me] = await lockUsers(tx, [actor.user.id]);
  if (me?.is_active !== true) throw invalidCredentials();
  return me;
}

function invalidCredentials(): ApiError {
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
