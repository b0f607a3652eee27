import { disposableEmailBlocklistSet } from 'disposable-email-domains-js';
import type { RealmRow } from '../../engine/db/realm.ts';
import type { Reader } from '../../engine/db/sql.ts';
import { listDomains } from './rows.ts';
import { realmSettingsOf } from '../realm/settings.ts';

/** Whether an address may join an organization, as far as its domain decides. */
export async function emailAllowed(reader: Reader, realm: RealmRow, email: string): Promise<boolean> {
  return (await emailDomainProblem(reader, realm, email)) === undefined;
}

/** Why the domain of an address keeps it out of an organization, or undefined. */
export async function emailDomainProblem(
  reader: Reader,
  realm: RealmRow,
  email: string,
): Promise<string | undefined> {
  const { emails_restricted_to_domains, disallow_disposable_email_addresses } = realmSettingsOf(realm);
  const at = email.lastIndexOf('@');
  const [local, domain] = [email.slice(0, at), email.slice(at + 1).toLowerCase()];
  if (emails_restricted_to_domains) {
    if (local.includes('+')) return 'Addresses with a plus sign are not accepted here.';
    const domains = await listDomains(reader, realm.id);
    return domains.some((allowed) => isBelow(domain, allowed))
      ? undefined
      : 'Addresses of this domain are not accepted here.';
  }
  if (disallow_disposable_email_addresses && isDisposable(domain))
    return 'Throw-away addresses are not accepted here.';
  return undefined;
}

function isBelow(domain: string, allowed: { domain: string; allow_subdomains: boolean }): boolean {
  return domain === allowed.domain || (allowed.allow_subdomains && domain.endsWith(`.${allowed.domain}`));
}

const disposable = disposableEmailBlocklistSet();

/** Providers of throw-away addresses give out names below their domain too. */
export function isDisposable(domain: string): boolean {
  const labels = domain.split('.');
  return labels.some((_, index) => disposable.has(labels.slice(index).join('.')));
}
