import type { Grant, GrantOfUser } from '@parley/contract/endpoints/grants.ts';
import { isScope } from '@parley/contract/scopes.ts';
import type { Selectable } from 'kysely';
import type { Schema } from '../../engine/db/schema.ts';
import { q, sql, type Reader } from '../../engine/db/sql.ts';

export const GRANT_COLUMNS = [
  'id',
  'user_id',
  'name',
  'token_end',
  'scopes',
  'created_at',
  'expires_at',
  'last_used',
  'channels',
  'since',
  'client_id',
  'client_host',
] as const;

export type GrantRow = Pick<Selectable<Schema['credential']>, (typeof GRANT_COLUMNS)[number]>;

/** The grants of a user, or of all users of an organization, last made first. */
export function grantsOf(reader: Reader, realmId: number, userId?: number): Promise<GrantRow[]> {
  const all = q
    .selectFrom('credential')
    .select(GRANT_COLUMNS)
    .where('realm_id', '=', realmId)
    .where('kind', '=', 'grant')
    .where(sql<boolean>`expires_at > now()`)
    .orderBy('id', 'desc');
  return reader.all(userId === undefined ? all : all.where('user_id', '=', userId));
}

export function presentGrant(row: GrantRow): Grant {
  return {
    id: row.id,
    name: row.name,
    token_end: row.token_end ?? '',
    scopes: (row.scopes ?? []).filter(isScope),
    created: secondsOf(row.created_at),
    expires: secondsOf(row.expires_at ?? row.created_at),
    last_used: row.last_used === null ? null : secondsOf(row.last_used),
    channels: row.channels,
    client_id: row.client_id,
    client_host: row.client_host,
    since: row.since === null ? null : secondsOf(row.since),
  };
}

export function presentGrantOfUser(row: GrantRow): GrantOfUser {
  return { ...presentGrant(row), user_id: row.user_id };
}

function secondsOf(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}
