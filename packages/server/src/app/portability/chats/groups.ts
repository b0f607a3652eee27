import { limits } from '@parley/contract/limits.ts';
import { sql, toJson } from '../../../engine/db/sql.ts';
import type { World } from '../../../http/world.ts';
import { checkGroupDescription, checkGroupName } from '../../../organization/groups/group-name.ts';
import { endAllQueues } from './end-queues.ts';
import type { Group } from './form.ts';
import { findImported, noteImported } from './imported.ts';
import type { ImportedAccount } from './people.ts';
import type { ImportReport } from './report.ts';
import { cutTo, storable } from './texts.ts';

type Importing = {
  readonly world: World;
  readonly realmId: number;
  readonly origin: string;
  readonly importId: number;
  readonly accounts: ReadonlyMap<string, ImportedAccount>;
  readonly report: ImportReport;
};

/** Groups of people by their keys; those with a name that exists are the existing ones. */
export async function importGroups(
  { world, realmId, origin, importId, accounts, report }: Importing,
  groups: readonly Group[],
): Promise<Map<string, { id: number; name: string }>> {
  const keys = groups.map(({ key }) => key);
  const known = await findImported(world.pool, realmId, origin, 'group', keys);
  let isChanged = false;
  for (const group of groups) {
    if (known.has(group.key)) continue;
    const name = cutTo(storable(group.name).trim(), limits.groupNameLength);
    const description = cutTo(storable(group.description).trim(), limits.groupDescriptionLength);
    if (!isValid(name, description)) {
      report.skip('groups with a name that is not allowed');
      continue;
    }
    const members = [...new Set(group.members.flatMap((key) => accounts.get(key)?.id ?? []))];
    const id = await world.write(realmId, async (tx) => {
      const row = await tx.first(sql<{ id: number }>`
        insert into user_group (realm_id, name, description, created_at, permissions)
        select ${realmId}, ${name}, ${description}, now(), ${toJson({})}::jsonb
        where not exists (select from user_group where realm_id = ${realmId} and lower(name) = lower(${name}))
        returning id`);
      if (row === undefined) return undefined;
      await tx.all(sql`
        insert into group_member (realm_id, group_id, user_id)
        select ${realmId}, ${row.id}, id from unnest(${members}::bigint[]) as id order by id`);
      await noteImported(tx, { origin, importId }, 'group', new Map([[group.key, row.id]]));
      return row.id;
    });
    if (id === undefined) report.skip('groups with a name that exists');
    else {
      known.set(group.key, id);
      isChanged = true;
      report.take('groups');
    }
  }
  if (isChanged) await world.write(realmId, endAllQueues);
  const rows = await world.pool.all(sql<{ id: number; name: string }>`
    select id, name from user_group where realm_id = ${realmId} and id = any(${[...known.values()]}::bigint[])`);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return new Map(
    [...known].flatMap(([key, id]) => {
      const row = byId.get(id);
      return row === undefined ? [] : [[key, row] as const];
    }),
  );
}

function isValid(name: string, description: string): boolean {
  try {
    checkGroupName(name);
    checkGroupDescription(description);
    return true;
  } catch {
    return false;
  }
}
