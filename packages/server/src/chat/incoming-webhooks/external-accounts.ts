import { profileFieldTypes } from '@parley/contract/objects/custom-profile-field.ts';
import { sql, type Reader } from '../../engine/db/sql.ts';
import { userLink } from '../notices/links.ts';
import type { Integration } from './integration.ts';

/** Accounts that one delivery may name. */
const MAX_LOGINS = 100;

/** Silent mentions of the active users whose profiles name these accounts of a service, by login in lower case. */
export async function findUsersByAccount(
  reader: Reader,
  realmId: number,
  account: NonNullable<Integration['externalAccount']>,
  logins: ReadonlySet<string>,
): Promise<Map<string, string>> {
  const keys = [...logins].slice(0, MAX_LOGINS).map((login) => login.toLowerCase());
  const rows = await reader.all(
    sql<{ login: string; id: number; full_name: string }>`
      select lower(v.value) as login, u.id, u.full_name
      from profile_field f
      join profile_value v on v.realm_id = f.realm_id and v.field_id = f.id
      join realm_user u on u.realm_id = v.realm_id and u.id = v.user_id and u.is_active
      where f.realm_id = ${realmId} and f.type = ${profileFieldTypes.EXTERNAL_ACCOUNT.id}
        and f.field_data::jsonb ->> 'subtype' = ${account}
        and lower(v.value) = any(${keys}::text[])
      order by u.id desc`,
  );
  return new Map(rows.map((row) => [row.login, userLink(row)]));
}
