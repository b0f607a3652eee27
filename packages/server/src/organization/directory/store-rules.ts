import type { ParametersOf } from '@parley/contract/endpoint.ts';
import type { DirectoryRules, updateDirectory } from '@parley/contract/endpoints/directory.ts';
import { badRequest } from '../../engine/api-error.ts';
import { recordChange } from '../../engine/audit/record-change.ts';
import { lockRealm } from '../../engine/db/realm.ts';
import { q, toJson, type Reader } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { listedGroups } from '../groups/rows.ts';
import { presentRules } from './rules.ts';

export async function rulesOf(reader: Reader, realmId: number): Promise<DirectoryRules> {
  const row = await reader.first(
    q.selectFrom('directory_rules').select('rules').where('realm_id', '=', realmId),
  );
  return presentRules(row?.rules);
}

/** Replaces the rules that are given. */
export async function updateRules(tx: Tx, given: ParametersOf<typeof updateDirectory>): Promise<void> {
  await lockRealm(tx);
  const before = await rulesOf(tx, tx.realmId);
  const changes = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const after: DirectoryRules = { ...before, ...changes };
  await checkGroups(tx, after);
  const rules = toJson(after);
  await tx.all(
    q
      .insertInto('directory_rules')
      .values({ realm_id: tx.realmId, rules })
      .onConflict((conflict) => conflict.column('realm_id').doUpdateSet({ rules })),
  );
  recordChange(tx, 'directory.changed', { type: 'organization' }, before, after);
}

async function checkGroups(tx: Tx, { groups, groups_claim }: DirectoryRules): Promise<void> {
  if (groups_claim.trim() === '') throw badRequest('The claim that lists groups needs a name.');
  const ids = [...new Set(groups.map((one) => one.user_group_id).filter((id) => id !== null))];
  const known = await listedGroups(tx, tx.realmId, { deactivated: false, ids });
  for (const id of ids)
    if (!known.some((group) => group.id === id && !group.is_system))
      throw badRequest(`There is no user group ${id} that a directory can fill.`);
}
