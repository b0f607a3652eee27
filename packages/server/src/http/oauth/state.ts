import { randomBytes } from 'node:crypto';
import { sql, type Reader } from '../../engine/db/sql.ts';
import { hashOf } from '../../engine/secrets/seal.ts';

/** The tables with states of browsers that were redirected to a provider. */
export type StateTable = 'call_authorization' | 'sign_on';

/** Time for a user to complete the sign-in at the provider. */
export const STATE_LIFETIME_MINUTES = 10;

export function newState(): string {
  return randomBytes(32).toString('base64url');
}

/** The subdomain of the organization that created a state. */
export async function subdomainOfState(
  reader: Reader,
  table: StateTable,
  state: string,
): Promise<string | undefined> {
  const row = await reader.first(
    sql<{ subdomain: string }>`
      select realm.subdomain from ${sql.table(table)} s join realm on realm.id = s.realm_id
      where s.state_hash = ${hashOf(state)}`,
  );
  return row?.subdomain;
}
