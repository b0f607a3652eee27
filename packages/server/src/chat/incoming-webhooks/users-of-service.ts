import { profileFieldTypes } from '@parley/contract/objects/custom-profile-field.ts';
import { sql, type Reader } from '../../engine/db/sql.ts';
import { userLink } from '../notices/links.ts';
import type { Integration } from './integration.ts';

type FoundUser = { readonly login: string; readonly id: number; readonly full_name: string };

/** Silent mentions of the active users who have these logins at a service, by login in lower case. */
export async function findUsersOfService(
  reader: Reader,
  realmId: number,
  usersBy: NonNullable<Integration['usersBy']>,
  logins: readonly string[],
): Promise<Map<string, string>> {
  const keys = logins.map((login) => login.toLowerCase());
  const rows = await (usersBy === 'full_name'
    ? findByName(reader, realmId, keys)
    : findByAccount(reader, realmId, usersBy, keys));
  return new Map(rows.map((row) => [row.login, userLink(row)]));
}

/** Fields of other types have no JSON, and PostgreSQL may evaluate conditions in any order, hence the `case`. */
function findByAccount(
  reader: Reader,
  realmId: number,
  account: string,
  keys: readonly string[],
): Promise<FoundUser[]> {
  return reader.all(
    sql<FoundUser>`
      select lower(v.value) as login, u.id, u.full_name
      from profile_field f
      join profile_value v on v.realm_id = f.realm_id and v.field_id = f.id
      join realm_user u on u.realm_id = v.realm_id and u.id = v.user_id and u.is_active
      where f.realm_id = ${realmId}
        and case when f.type = ${profileFieldTypes.EXTERNAL_ACCOUNT.id}
          then f.field_data::jsonb ->> 'subtype' = ${account} end
        and lower(v.value) = any(${[...keys]}::text[])
      order by u.id desc`,
  );
}

function findByName(reader: Reader, realmId: number, keys: readonly string[]): Promise<FoundUser[]> {
  return reader.all(
    sql<FoundUser>`
      select lower(full_name) as login, id, full_name from realm_user
      where realm_id = ${realmId} and is_active and lower(full_name) = any(${[...keys]}::text[])
      order by id desc`,
  );
}
