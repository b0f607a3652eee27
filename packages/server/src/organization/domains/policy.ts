import { disposableEmailBlocklistSet } from 'disposable-email-domains-js';
import type { RealmRow } from '../../engine/db/realm.ts';
import type { Reader } from '../../engine/db/sql.ts';
import { listDomains } from './rows.ts';
import { realmSettingsOf } from '../realm/settings.ts';

/** Returns why an e-mail address may not join the organization, or undefined if it may. */
export async function emailDomainError(
  reader: Reader,
  realm: RealmRow,
  email: string,
): Promise<string | undefined> {
  const { emails_restricted_to_domains, disallow_disposable_email_addresses } = realmSettingsOf(realm);
  const at = email.lastIndexOf('@');
  const [local, domain] = [email.slice(0, at), email.slice(at + 1).toLowerCase()];
  if (emails_restricted_to_domains) {
    if (local.includes('+'))
      return 'E-mail addresses with a plus sign are not accepted by this organization.';
    const domains = await listDomains(reader, realm.id);
    return domains.some((allowed) => matchesDomain(domain, allowed))
      ? undefined
      : 'E-mail addresses of this domain are not accepted by this organization.';
  }
  if (disallow_disposable_email_addresses && isDisposable(domain))
    return 'Disposable e-mail addresses are not accepted by this organization.';
  return undefined;
}

export function matchesDomain(
  domain: string,
  allowed: { domain: string; allow_subdomains: boolean },
): boolean {
  return domain === allowed.domain || (allowed.allow_subdomains && domain.endsWith(`.${allowed.domain}`));
}

const disposable = disposableEmailBlocklistSet();

/** Providers of disposable addresses use subdomains too. */
export function isDisposable(domain: string): boolean {
  const labels = domain.split('.');
  return labels.some((_, index) => disposable.has(labels.slice(index).join('.')));
}
