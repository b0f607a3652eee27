import {
  initialDirectoryRules,
  type DirectoryOutcome,
  type DirectoryRules,
} from '@parley/contract/endpoints/directory.ts';
import type { RealmDomain } from '@parley/contract/objects/realm-domain.ts';
import { roles } from '@parley/contract/rights/roles.ts';
import { matchesDomain } from '../domains/policy.ts';

/** Statements of the provider about a person, by the names of the claims. */
export type Claims = Readonly<Record<string, unknown>>;

/** Why a person gets no account, or undefined if the rules make one. */
export function refuseAccount(
  rules: DirectoryRules,
  domains: readonly RealmDomain[],
  { email, claims }: { readonly email: string; readonly claims: Claims },
): string | undefined {
  if (!rules.creates_accounts) return 'Accounts are not made by log-ins here.';
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  if (!domains.some((allowed) => matchesDomain(domain, allowed)))
    return 'The domain of the address is not among the allowed domains.';
  const { required_claim: required } = rules;
  if (required !== null && !textsOf(claims[required.name]).includes(required.value))
    return `The provider does not say ${required.name}: ${required.value}.`;
  return undefined;
}

/** The groups of a person at the provider; undefined if it does not say them, which changes nothing. */
export function groupsIn({ groups_claim }: DirectoryRules, claims: Claims): string[] | undefined {
  return claims[groups_claim] === undefined ? undefined : textsOf(claims[groups_claim]);
}

/** The user groups and the role that follow from the groups of a person at the provider. */
export function mapped(
  { groups }: DirectoryRules,
  names: readonly string[],
): Pick<DirectoryOutcome, 'user_group_ids' | 'role'> {
  const matching = groups.filter(({ group }) => names.includes(group));
  const ids = matching.map(({ user_group_id }) => user_group_id).filter((id) => id !== null);
  const given = matching.map(({ role }) => role).filter((role) => role !== null);
  const decides = groups.some(({ role }) => role !== null);
  return {
    user_group_ids: [...new Set(ids)].toSorted((a, b) => a - b),
    role: decides ? (given.length === 0 ? roles.member : Math.min(...given)) : null,
  };
}

export function presentRules(stored: unknown): DirectoryRules {
  return { ...initialDirectoryRules, ...(stored as Partial<DirectoryRules> | undefined) };
}

function textsOf(value: unknown): string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.filter((one) => typeof one === 'string' || typeof one === 'boolean').map(String);
}
