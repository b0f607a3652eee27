import { limits } from '@parley/contract/limits.ts';
import { isUniqueViolation } from '../../engine/db/errors.ts';
import { countOfRealm, lockRealm } from '../../engine/db/realm.ts';
import { q } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { everyone } from '../../engine/log/audience.ts';
import { badRequest, type ApiError } from '../../engine/api-error.ts';
import { listDomains } from './rows.ts';
import { domainError, normalizeDomain } from './validate.ts';
import { changeSettings } from '../realm/change-settings.ts';

/** Returns the id of the new domain. */
export async function addDomain(tx: Tx, text: string, allowSubdomains: boolean): Promise<number> {
  const domain = normalizeDomain(text);
  const problem = domainError(domain);
  if (problem !== undefined) throw badRequest(problem);
  await lockRealm(tx);
  if ((await countOfRealm(tx, 'realm_domain')) >= limits.domainsPerRealm)
    throw badRequest(`An organization can have at most ${limits.domainsPerRealm} domains.`);
  try {
    const row = await tx.first(
      q
        .insertInto('realm_domain')
        .values({ realm_id: tx.realmId, domain, allow_subdomains: allowSubdomains })
        .returning('id'),
    );
    if (row === undefined) throw new Error('The domain was not added.');
    const after = { domain, allow_subdomains: allowSubdomains };
    tx.record({ action: 'domain.added', object: { type: 'domain', id: row.id }, after });
    tx.emit(everyone, {
      type: 'realm_domains',
      op: 'add',
      realm_domain: after,
    });
    return row.id;
  } catch (error) {
    if (isUniqueViolation(error, 'realm_domain_realm_id_domain_key'))
      throw badRequest('The domain is already allowed.');
    throw error;
  }
}

export async function changeDomain(tx: Tx, domain: string, allowSubdomains: boolean): Promise<void> {
  await lockRealm(tx);
  const before = await tx.first(
    q.selectFrom('realm_domain').selectAll().where('realm_id', '=', tx.realmId).where('domain', '=', domain),
  );
  const row = await tx.first(
    q
      .updateTable('realm_domain')
      .set({ allow_subdomains: allowSubdomains })
      .where('realm_id', '=', tx.realmId)
      .where('domain', '=', domain)
      .returning(['domain', 'allow_subdomains']),
  );
  if (row === undefined || before === undefined) throw noSuchDomain();
  tx.record({
    action: 'domain.changed',
    object: { type: 'domain', id: before.id },
    before: { domain, allow_subdomains: before.allow_subdomains },
    after: row,
  });
  tx.emit(everyone, { type: 'realm_domains', op: 'change', realm_domain: row });
}

/** Removing the last domain also turns the restriction to domains off; otherwise no user could join. */
export async function removeDomain(tx: Tx, domain: string): Promise<void> {
  const realm = await lockRealm(tx);
  const row = await tx.first(
    q
      .deleteFrom('realm_domain')
      .where('realm_id', '=', tx.realmId)
      .where('domain', '=', domain)
      .returningAll(),
  );
  if (row === undefined) throw noSuchDomain();
  if ((await listDomains(tx, tx.realmId)).length === 0)
    await changeSettings(tx, realm, { emails_restricted_to_domains: false });
  tx.record({
    action: 'domain.removed',
    object: { type: 'domain', id: row.id },
    before: { domain: row.domain, allow_subdomains: row.allow_subdomains },
  });
  tx.emit(everyone, { type: 'realm_domains', op: 'remove', domain: row.domain });
}

function noSuchDomain(): ApiError {
  return badRequest('There is no such domain.');
}
