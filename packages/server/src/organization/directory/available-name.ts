import { ApiError } from '../../engine/api-error.ts';
import type { RealmRow } from '../../engine/db/realm.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { checkFullName, refuseTakenName } from '../users/full-name.ts';
import type { Claims } from './rules.ts';

/** The name of a new account: as the provider says it, or from the address if it cannot be a name here. */
export async function availableName(
  tx: Tx,
  realm: RealmRow,
  { email, claims }: { readonly email: string; readonly claims: Claims },
): Promise<string> {
  const local = email.slice(0, email.lastIndexOf('@'));
  const given = [claims['given_name'], claims['family_name']].filter((part) => typeof part === 'string');
  const proposed = [claims['name'], given.join(' '), local].filter((name) => typeof name === 'string');
  for (const name of [...proposed, `${proposed[0] ?? ''} (${local})`]) {
    const checked = await usableName(tx, realm, name);
    if (checked !== undefined) return checked;
  }
  return email.replace('@', ' at ');
}

/** The name in its stored form, unless it cannot be one here or is taken by another user. */
export async function usableName(
  tx: Tx,
  realm: RealmRow,
  name: string,
  userId?: number,
): Promise<string | undefined> {
  try {
    const checked = checkFullName(name);
    await refuseTakenName(tx, realm, checked, userId);
    return checked;
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}
