import type { DirectoryOutcome } from '@parley/contract/endpoints/directory.ts';
import { isOwner, roles } from '@parley/contract/rights/roles.ts';
import { badRequest } from '../../engine/api-error.ts';
import type { RealmRow } from '../../engine/db/realm.ts';
import type { Reader } from '../../engine/db/sql.ts';
import { emailDomainError } from '../domains/policy.ts';
import { listDomains } from '../domains/rows.ts';
import { isEmailAddress } from '../users/address.ts';
import { personWithAddress } from './identities.ts';
import { groupsIn, mapped, refuseAccount, type Claims } from './rules.ts';
import { rulesOf } from './store-rules.ts';

/** The result of the rules for a person with a verified address at the first log-in. */
export async function testRules(
  reader: Reader,
  realm: RealmRow,
  person: { readonly email: string; readonly claims: Claims },
): Promise<DirectoryOutcome> {
  const { email, claims } = person;
  if (!isEmailAddress(email)) throw badRequest('The e-mail address is not valid.');
  const rules = await rulesOf(reader, realm.id);
  const user = await personWithAddress(reader, realm.id, email);
  const names = groupsIn(rules, claims);
  const given = names === undefined ? { user_group_ids: [], role: null } : mapped(rules, names);
  const none = { user_id: null, user_group_ids: [], role: null };
  if (user !== undefined)
    return user.is_active
      ? {
          account: 'exists',
          user_id: user.id,
          reason: null,
          ...given,
          role: isOwner(user) ? null : given.role,
        }
      : { account: 'refused', ...none, user_id: user.id, reason: 'The account is deactivated.' };
  const reason =
    refuseAccount(rules, await listDomains(reader, realm.id), person) ??
    (await emailDomainError(reader, realm, email));
  return reason === undefined
    ? { account: 'created', user_id: null, reason: null, ...given, role: given.role ?? roles.member }
    : { account: 'refused', ...none, reason };
}
