import type { OAuthClient } from '@parley/contract/endpoints/oauth-clients.ts';
import type { Selectable } from 'kysely';
import type { Schema } from '../../../engine/db/schema.ts';
import { q, type Reader } from '../../../engine/db/sql.ts';

type ClientRow = Selectable<Schema['oauth_client']>;

/** The programs and hosts of an organization, last added first. */
export function clientsOf(reader: Reader, realmId: number): Promise<ClientRow[]> {
  return reader.all(
    q.selectFrom('oauth_client').selectAll().where('realm_id', '=', realmId).orderBy('id', 'desc'),
  );
}

/** The program that an administrator added under an identifier. */
export function clientAdded(
  reader: Reader,
  realmId: number,
  clientId: string,
): Promise<ClientRow | undefined> {
  return reader.first(
    q
      .selectFrom('oauth_client')
      .selectAll()
      .where('realm_id', '=', realmId)
      .where('client_id', '=', clientId),
  );
}

export async function isHostAllowed(reader: Reader, realmId: number, host: string): Promise<boolean> {
  const row = await reader.first(
    q.selectFrom('oauth_client').select('id').where('realm_id', '=', realmId).where('host', '=', host),
  );
  return row !== undefined;
}

export function presentClient(row: ClientRow): OAuthClient {
  const { id, name, client_id, host, redirect_uris, created_at } = row;
  return { id, name, client_id, host, redirect_uris, created: Math.floor(created_at.getTime() / 1000) };
}
