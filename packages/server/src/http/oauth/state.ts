import { randomBytes } from 'node:crypto';
import { sql, type Reader } from '../../engine/db/sql.ts';
import { hashOf } from '../../engine/secrets/seal.ts';

/** Where states of browsers that were sent to a provider are kept. */
export type StateTable = 'call_authorization' | 'sign_on';

/** How long a user may take at the provider. */
export const LIFE_MINUTES = 10;

export function newState(): string {
  return randomBytes(32).toString('base64url');
}

/** The organization where a state was made: a browser comes back to the root and must find it. */
export async function subdomainOfState(
  reader: Reader,
  begun: StateTable,
  state: string,
): Promise<string | undefined> {
  const row = await reader.first(
    sql<{ subdomain: string }>`
      select realm.subdomain from ${sql.table(begun)} begun join realm on realm.id = begun.realm_id
      where begun.state_hash = ${hashOf(state)}`,
  );
  return row?.subdomain;
}
