import { roles } from '@parley/contract/rights/roles.ts';

/** Roles that a reader may give to an account, the highest first; none if the account is out of reach. */
export function givableRoles(
  reader: { readonly role: number },
  account: { readonly role: number },
): number[] {
  const all = Object.values(roles).toSorted((a, b) => a - b);
  if (reader.role === roles.owner) return all;
  if (reader.role !== roles.administrator || account.role === roles.owner) return [];
  return all.filter((role) => role !== roles.owner);
}
