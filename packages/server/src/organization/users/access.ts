import { q, sql, type Reader } from '../../engine/db/sql.ts';
import { badRequest, type ApiError } from '../../engine/api-error.ts';
import type { RealmRow } from '../../engine/db/realm.ts';
import { acquaintancesOf } from './visibility/acquaintance.ts';
import { isBot, isGuest, type Actor, type UserRow } from '../../http/actor.ts';

type Realm = Pick<RealmRow, 'id' | 'permissions'>;

/** Somebody whom the actor may see. Who is hidden looks like nobody. */
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
  return group !== undefined && isHiding(group.name);
}

/** The same as it is now, for whoever holds users whose sight the answer decides. */
export async function hidesUsersNow(reader: Reader, realmId: number): Promise<boolean> {
  const group = await reader.first(
    sql<{ name: string | null }>`
      select g.name from realm r
      join user_group g on g.realm_id = r.id and g.id = (r.permissions->>'can_access_all_users_group')::bigint
      where r.id = ${realmId}`,
  );
  return group !== undefined && isHiding(group.name);
}

function isHiding(group: string | null): boolean {
  return group !== 'role:everyone';
}

/** Tells whether somebody may be seen. */
export type Sees = (user: Pick<UserRow, 'id' | 'bot_type'>) => boolean;

const everybody: Sees = () => true;

/**
 * Whom the actor may see. Guests from whom users are hidden see themselves, all bots, and with whom they share a
 * channel or a direct conversation. Who will ask about some users only names them.
 */
export async function visibleUsersOf(
  reader: Reader,
  { realm, user }: { readonly realm: Realm; readonly user: Pick<UserRow, 'id' | 'role'> },
  among?: Iterable<number>,
): Promise<Sees> {
  if (!isGuest(user) || !(await hidesUsers(reader, realm))) return everybody;
  const ids = among === undefined ? undefined : [...among];
  const known = await acquaintancesOf(reader, realm.id, [user.id], ids);
  const seen = new Set(known.map(({ user_id }) => user_id));
  return (other) => other.id === user.id || isBot(other) || seen.has(other.id);
}
