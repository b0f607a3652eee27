import type { RealmDomain } from '@parley/contract/objects/realm-domain.ts';
import { q, type Reader } from '../db/sql.ts';

/** The allowed domains in the order in which they were added. */
export const listDomains = (reader: Reader, realmId: number): Promise<RealmDomain[]> =>
  reader.all(
    q
      .selectFrom('realm_domain')
      .select(['domain', 'allow_subdomains'])
      .where('realm_id', '=', realmId)
      .orderBy('id'),
  );
