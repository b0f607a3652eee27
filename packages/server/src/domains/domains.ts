import { isTaken } from '../db/problems.ts';
import { q } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';
import { everyone } from '../log/audience.ts';
import { badRequest, type Problem } from '../problem.ts';
import { lockRealm } from '../realm/realm.ts';
import { changeSettings } from '../realm/change-settings.ts';
import { listDomains } from './queries.ts';
import { domainProblem, normalizeDomain } from './validate.ts';

/** Returns the id of the new domain. */
export const addDomain = async (tx: Tx, text: string, allowSubdomains: boolean): Promise<number> => {
  const domain = normalizeDomain(text);
  const problem = domainProblem(domain);
  if (problem !== undefined) throw badRequest(problem);
  try {
    const row = await tx.first(
      q
        .insertInto('realm_domain')
        .values({ realm_id: tx.realmId, domain, allow_subdomains: allowSubdomains })
        .returning('id'),
    );
    if (row === undefined) throw new Error('The domain was not added.');
    tx.emit(everyone, {
      type: 'realm_domains',
      op: 'add',
      realm_domain: { domain, allow_subdomains: allowSubdomains },
    });
    return row.id;
  } catch (error) {
    if (isTaken(error, 'realm_domain_realm_id_domain_key'))
      throw badRequest('The domain is allowed already.');
    throw error;
  }
};

export const changeDomain = async (tx: Tx, domain: string, allowSubdomains: boolean): Promise<void> => {
  const row = await tx.first(
    q
      .updateTable('realm_domain')
      .set({ allow_subdomains: allowSubdomains })
      .where('realm_id', '=', tx.realmId)
      .where('domain', '=', domain)
      .returning(['domain', 'allow_subdomains']),
  );
  if (row === undefined) throw noSuchDomain();
  tx.emit(everyone, { type: 'realm_domains', op: 'change', realm_domain: row });
};

/** With the last domain the restriction to domains ends too: otherwise nobody could join. */
export const removeDomain = async (tx: Tx, domain: string): Promise<void> => {
  const realm = await lockRealm(tx);
  const row = await tx.first(
    q
      .deleteFrom('realm_domain')
      .where('realm_id', '=', tx.realmId)
      .where('domain', '=', domain)
      .returning('domain'),
  );
  if (row === undefined) throw noSuchDomain();
  if ((await listDomains(tx, tx.realmId)).length === 0)
    await changeSettings(tx, realm, { emails_restricted_to_domains: false });
  tx.emit(everyone, { type: 'realm_domains', op: 'remove', domain: row.domain });
};

const noSuchDomain = (): Problem => badRequest('There is no such domain.');
