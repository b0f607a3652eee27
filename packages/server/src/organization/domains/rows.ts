import type { RealmDomain } from '@parley/contract/objects/realm-domain.ts';
import { q, type Reader } from '../../engine/db/sql.ts';
import type { ReadState } from '../../http/snapshot.ts';

/** The allowed domains in the order in which they were added. */
export function listDomains(reader: Reader, realmId: number): Promise<RealmDomain[]> {
  return reader.all(
    q
      .selectFrom('realm_domain')
      .select(['domain', 'allow_subdomains'])
      .where('realm_id', '=', realmId)
      .orderBy('id'),
  );
}

export const realmDomainsState: ReadState<'realm_domains'> = async ({ reader, realm }) => ({
  realm_domains: await listDomains(reader, realm.id),
});
