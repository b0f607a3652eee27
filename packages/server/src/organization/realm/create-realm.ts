import { systemGroups } from '@parley/contract/objects/permission-settings.ts';
import { unprintableIn } from '../../chat/channels/names.ts';
import { NOTIFIER } from '../../chat/notices/compose-notice.ts';
import { isUniqueViolation } from '../../engine/db/errors.ts';
import { sql, toJson, type Reader } from '../../engine/db/sql.ts';
import { badRequest } from '../../engine/api-error.ts';
import { SYSTEM_ROLE } from '../../http/actor.ts';
import { initialValuesOf } from './initial-values.ts';
import { nameKeyOf } from '../users/full-name.ts';

export type NewRealm = {
  /** The next one if omitted. */
  readonly id?: number;
  readonly subdomain: string;
  readonly name: string;
  readonly orgType?: number;
};

/** Takes the id of an organization that is created later, in a transaction of its own. */
export async function nextRealmId(reader: Reader): Promise<number> {
  const row = await reader.first(sql<{ id: number }>`select nextval('realm_id_seq') as id`);
  if (row === undefined) throw new Error('The sequence of organizations gave no id.');
  return row.id;
}

/** Creates an organization with an empty log, its system groups and its notification bot. */
export async function createRealm(
  reader: Reader,
  { id, subdomain, name, orgType = 0 }: NewRealm,
): Promise<number> {
  const error = subdomainError(subdomain);
  if (error !== undefined) throw badRequest(error);
  checkRealmName(name);
  const { permissions, userDefaults } = initialValuesOf(orgType);
  try {
    const row = await reader.first(
      sql<{ id: number }>`
        with groups as materialized (
          select name, nextval('user_group_id') as id
          from unnest(${[...systemGroups]}::text[]) with ordinality as g (name, n) order by n
        ), made as (
          insert into realm (id, subdomain, name, org_type, user_defaults, permissions)
          select coalesce(${id ?? null}::bigint, nextval('realm_id_seq')), ${subdomain}, ${name}, ${orgType}, ${toJson(userDefaults)}, (
            select coalesce(jsonb_object_agg(held.permission, groups.id), '{}')
            from jsonb_each_text(${toJson(permissions)}::jsonb) as held (permission, name) join groups using (name)
          )
          returning id
        ), head as (
          insert into realm_head (realm_id) select id from made
        ), placed as (
          insert into user_group (realm_id, id, name, is_system)
          select made.id, groups.id, groups.name, true from made, groups
        ), notifier as (
          insert into realm_user (
            realm_id, delivery_email, email_visibility, full_name, name_key, role, bot_type
          )
          select id, ${NOTIFIER.email}, 4, ${NOTIFIER.name}, ${nameKeyOf(NOTIFIER.name)}, ${SYSTEM_ROLE},
            1 from made
        )
        select id from made`,
    );
    if (row === undefined) throw new Error('The organization was not created.');
    return row.id;
  } catch (error) {
    if (isUniqueViolation(error, 'realm_subdomain_key'))
      throw badRequest(`The subdomain '${subdomain}' is taken.`);
    throw error;
  }
}

/** Throws if an organization cannot have a name, which is shown in the headers of e-mails. */
export function checkRealmName(name: string): void {
  if (name === '') throw badRequest('The organization name must not be empty.');
  const bad = unprintableIn(name);
  if (bad !== undefined) throw badRequest(`Character ${bad} of the organization name is not allowed.`);
}

const MIN_SUBDOMAIN_LENGTH = 3;
const MAX_SUBDOMAIN_LENGTH = 40;

/** The reason why a subdomain is invalid, or undefined. The empty subdomain is the root domain. */
export function subdomainError(subdomain: string): string | undefined {
  if (subdomain === '') return undefined;
  if (subdomain.startsWith('-') || subdomain.endsWith('-'))
    return 'A subdomain cannot start or end with a hyphen.';
  if (!/^[a-z0-9-]+$/.test(subdomain))
    return 'A subdomain may contain only lower-case letters, digits and hyphens.';
  if (subdomain.length < MIN_SUBDOMAIN_LENGTH || subdomain.length > MAX_SUBDOMAIN_LENGTH)
    return `A subdomain must have ${MIN_SUBDOMAIN_LENGTH} to ${MAX_SUBDOMAIN_LENGTH} characters.`;
  return undefined;
}
