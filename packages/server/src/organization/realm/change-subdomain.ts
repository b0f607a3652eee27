import { badRequest } from '../../engine/api-error.ts';
import { isUniqueViolation } from '../../engine/db/errors.ts';
import { lockRealm } from '../../engine/db/realm.ts';
import { q } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { subdomainError } from './create-realm.ts';

/** Gives an organization another subdomain. Its clients learn that the old address has none, and users log in at the new one. */
export async function changeSubdomain(tx: Tx, subdomain: string): Promise<void> {
  const error = subdomainError(subdomain);
  if (error !== undefined) throw badRequest(error);
  const realm = await lockRealm(tx);
  if (realm.subdomain === subdomain) return;
  try {
    await tx.all(q.updateTable('realm').set({ subdomain }).where('id', '=', tx.realmId));
  } catch (failure) {
    if (isUniqueViolation(failure, 'realm_subdomain_key'))
      throw badRequest(`The subdomain '${subdomain}' is taken.`);
    throw failure;
  }
  tx.record({
    action: 'organization.changed',
    object: { type: 'organization' },
    before: { subdomain: realm.subdomain },
    after: { subdomain },
  });
  tx.notify({ notice: 'organization-closed' });
}
