import { systemGroups } from '@parley/contract/objects/permission-settings.ts';
import type { Pool } from '../db/pool.ts';
import { isTaken } from '../db/problems.ts';
import { sql } from '../db/sql.ts';
import { badRequest } from '../problem.ts';

export type NewRealm = { readonly subdomain: string; readonly name: string; readonly orgType?: number };

/** Makes an organization with its log, at position 0, and its system groups. */
export const createRealm = async (
  pool: Pool,
  { subdomain, name, orgType = 0 }: NewRealm,
): Promise<number> => {
  const problem = subdomainProblem(subdomain);
  if (problem !== undefined) throw badRequest(problem);
  try {
    const row = await pool.first(
      sql<{ id: number }>`
        with made as (
          insert into realm (subdomain, name, org_type) values (${subdomain}, ${name}, ${orgType}) returning id
        ), head as (
          insert into realm_head (realm_id) select id from made
        ), groups as (
          insert into user_group (realm_id, name, is_system)
          select made.id, g.name, true
          from made, unnest(${[...systemGroups]}::text[]) with ordinality as g (name, n) order by g.n
        )
        select id from made`,
    );
    if (row === undefined) throw new Error('The organization was not created.');
    return row.id;
  } catch (error) {
    if (isTaken(error, 'realm_subdomain_key')) throw badRequest(`The subdomain '${subdomain}' is taken.`);
    throw error;
  }
};

const MIN_LENGTH = 3;
const MAX_LENGTH = 40;

/** Why a name cannot be a subdomain, or undefined. The empty name is the root domain. */
export const subdomainProblem = (subdomain: string): string | undefined => {
  if (subdomain === '') return undefined;
  if (subdomain.startsWith('-') || subdomain.endsWith('-'))
    return 'A subdomain cannot start or end with a hyphen.';
  if (!/^[a-z0-9-]+$/.test(subdomain)) return 'A subdomain has lower-case letters, digits and hyphens only.';
  if (subdomain.length < MIN_LENGTH || subdomain.length > MAX_LENGTH)
    return `A subdomain has ${MIN_LENGTH} to ${MAX_LENGTH} characters.`;
  return undefined;
};
