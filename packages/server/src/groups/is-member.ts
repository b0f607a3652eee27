import { q, type Reader } from '../db/sql.ts';
import type { PersonRow } from '../people/person.ts';
import { groupsWith } from './permissions.ts';
import type { GroupRow } from './queries.ts';
import { isDirectMember, isSystemGroup } from './system-groups.ts';

/** Whether somebody is in a group: themselves, or also through the groups inside it. */
export const isMember = async (
  reader: Reader,
  group: GroupRow,
  person: PersonRow,
  directly: boolean,
): Promise<boolean> => {
  if (!person.is_active) return false;
  if (!directly) return (await groupsWith(reader, group.realm_id, [group.id], person)).has(group.id);
  if (isSystemGroup(group.name)) return isDirectMember(group.name, person);
  const row = await reader.first(
    q
      .selectFrom('group_member')
      .select('person_id')
      .where('realm_id', '=', group.realm_id)
      .where('group_id', '=', group.id)
      .where('person_id', '=', person.id),
  );
  return row !== undefined;
};
