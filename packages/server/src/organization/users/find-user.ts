import { limits } from '@parley/contract/limits.ts';
import type { Config } from '../../engine/config.ts';
import { sql, type Reader } from '../../engine/db/sql.ts';
import { badRequest, type ApiError } from '../../engine/api-error.ts';
import { accessUser, noSuchUser } from './access.ts';
import { userIdInAddress } from './address.ts';
import { visibleTo } from './email-visibility.ts';
import { isSpectator, type Actor, type UserRow } from '../../http/actor.ts';
import { findByAddress } from './queries.ts';

type Hosts = Pick<Config, 'hosts'>;

/** Users as a request names them, in its order: by id or by address; undefined if the address is unknown or hidden. */
export type NamedUsers = ReadonlyMap<number | string, number | undefined>;

/** A user by an address that the caller may see. */
export async function accessByAddress(
  reader: Reader,
  config: Hosts,
  actor: Actor,
  address: string,
): Promise<UserRow> {
  const [id] = (await findNamedUsers(reader, config, actor, [address])).values();
  if (id === undefined) throw noSuchUser();
  return accessUser(reader, actor, id);
}

/** Finds a user for `/users/{email}`, where the visibility setting hides even the caller's own address. */
export async function accessBySharedAddress(
  reader: Reader,
  config: Hosts,
  actor: Actor,
  address: string,
): Promise<UserRow> {
  const text = address.trim();
  const id =
    userIdInAddress(config.hosts, actor.realm.subdomain, text) ??
    (await findByAddress(reader, actor, text))?.id;
  if (id === undefined) throw noSuchUser();
  return accessUser(reader, actor, id);
}

/**
 * Resolves users named by id, by API address, or by a real address visible to the caller. Runs one query if
 * there are real addresses and none otherwise. Ids are not checked.
 */
export async function findNamedUsers(
  reader: Reader,
  config: Hosts,
  { realm, user }: Actor,
  names: readonly (number | string)[],
): Promise<NamedUsers> {
  const named = new Map<number | string, number | undefined>();
  const real = new Set<string>();
  for (const name of names) {
    const id = typeof name === 'number' ? name : userIdInAddress(config.hosts, realm.subdomain, name.trim());
    named.set(name, id);
    // PostgreSQL rejects null characters in text.
    if (typeof name === 'string' && id === undefined && !name.includes('\0')) real.add(name);
  }
  // Spectators must not learn which user an address belongs to.
  if (real.size === 0 || isSpectator(user)) return named;
  const rows = await reader.all(
    sql<{ name: string; id: number }>`
      select k.name, p.id from unnest(${[...real]}::text[]) as k (name)
      join realm_user p on p.realm_id = ${realm.id} and lower(p.delivery_email) = lower(btrim(k.name))
      where p.email_visibility = any(${visibleTo(user.role)}::int[])
        or p.bot_type is not null or p.id = ${user.id}`,
  );
  for (const { name, id } of rows) named.set(name, id);
  return named;
}

/** Throws for the first name without a visible user, quoting it as sent; unknown and hidden users get the same error. */
export function refuseUnknownUsers(named: NamedUsers, visible: ReadonlySet<number>): void {
  for (const [name, id] of named) if (id === undefined || !visible.has(id)) throw unknownUser(name);
}

function unknownUser(name: number | string): ApiError {
  return badRequest(
    `There is no user ${typeof name === 'number' ? name : `'${name.slice(0, limits.emailLength)}'`}.`,
  );
}
