import { q, sql, type Reader } from '../../engine/db/sql.ts';
import { badRequest, type ApiError } from '../../engine/api-error.ts';
import type { RealmRow } from '../../engine/db/realm.ts';
import { acquaintancesOf } from './visibility/acquaintance.ts';
import { isGuest } from '@parley/contract/rights/roles.ts';
import { isBot, type Actor, type UserRow } from '../../http/actor.ts';

type Realm = Pick<RealmRow, 'id' | 'permissions'>;

/** Returns a user visible to the actor; a hidden user is reported like one that does not exist. */
export async function accessUser(reader: Reader, actor: Actor, id: number): Promise<UserRow> {
  const user = await reader.first(
    q.selectFrom('realm_user').selectAll().where('realm_id', '=', actor.realm.id).where('id', '=', id),
  );
  if (user === undefined || !(await visibleUsersOf(reader, actor, [id]))(user)) throw noSuchUser();
  return user;
}

export function noSuchUser(): ApiError {
  return badRequest('There is no such user.');
}

/** Whether guests of an organization see only a part of its users. */
export async function hidesUsers(reader: Reader, { id, permissions }: Realm): Promise<boolean> {
  const groupId = permissions['can_access_all_users_group'];
  if (groupId === undefined) return false;
  const group = await reader.first(
    q.selectFrom('user_group').select('name').where('realm_id', '=', id).where('id', '=', groupId),
  );
  return group !== undefined && excludesGuests(group.name);
}

/** Reads the setting from the database, for transactions that have locked the users it affects. */
export async function hidesUsersNow(reader: Reader, realmId: number): Promise<boolean> {
  const group = await reader.first(
    sql<{ name: string | null }>`
      select g.name from realm r
      join user_group g on g.realm_id = r.id and g.id = (r.permissions->>'can_access_all_users_group')::bigint
      where r.id = ${realmId}`,
  );
  return group !== undefined && excludesGuests(group.name);
}

function excludesGuests(group: string | null): boolean {
  return group !== 'role:everyone';
}

/** Predicate: whether a user is visible to the viewer. */
export type IsVisible = (user: Pick<UserRow, 'id' | 'bot_type'>) => boolean;

const allVisible: IsVisible = () => true;

/**
 * Builds the predicate for the users visible to the actor. Guests with restricted visibility see themselves, all bots,
 * and the users with whom they share a channel or a direct conversation. `among` limits the lookup to these user ids.
 */
export async function visibleUsersOf(
  reader: Reader,
  { realm, user }: { readonly realm: Realm; readonly user: Pick<UserRow, 'id' | 'role'> },
  among?: Iterable<number>,
): Promise<IsVisible> {
  if (!isGuest(user) || !(await hidesUsers(reader, realm))) return allVisible;
  const ids = among === undefined ? undefined : [...among];
  const known = await acquaintancesOf(reader, realm.id, [user.id], ids);
  const visible = new Set(known.map(({ user_id }) => user_id));
  return (other) => other.id === user.id || isBot(other) || visible.has(other.id);
}
