import { items, numberAt, success, type Item } from '../expect.ts';
import type { Answer, Credentials } from '../wire.ts';
import type { World } from '../world.ts';

/** A new group of a user, deleted at the end where the organization is shared. */
export async function addGroup(w: World, as: Credentials, changes: Item = {}): Promise<number> {
  const form = { name: w.unique('group '), description: 'For a rule', members: [], ...changes };
  const id = numberAt(success(await w.ask('POST', '/user_groups/create', { as, form })), 'group_id');
  w.later(() => w.ask('POST', `/user_groups/${id}/deactivate`, { as }));
  return id;
}

export function tryGroup(w: World, as: Credentials, changes: Item = {}): Promise<Answer> {
  return w.ask('POST', '/user_groups/create', {
    as,
    form: { name: w.unique('group '), description: 'For a rule', members: [], ...changes },
  });
}

export function changeGroup(w: World, as: Credentials, id: number, form: Item): Promise<Answer> {
  return w.ask('PATCH', `/user_groups/${id}`, { as, form });
}

export function changeMembers(w: World, as: Credentials, id: number, form: Item): Promise<Answer> {
  return w.ask('POST', `/user_groups/${id}/members`, { as, form });
}

export function changeSubgroups(w: World, as: Credentials, id: number, form: Item): Promise<Answer> {
  return w.ask('POST', `/user_groups/${id}/subgroups`, { as, form });
}

export function deactivateGroup(w: World, as: Credentials, id: number): Promise<Answer> {
  return w.ask('POST', `/user_groups/${id}/deactivate`, { as });
}

export async function groups(w: World, query: Item = {}): Promise<readonly Item[]> {
  return items(success(await w.ask('GET', '/user_groups', { as: await w.owner(), query })), 'user_groups');
}

/** A group as it is listed, deactivated or not; empty when it is not. */
export async function groupOf(w: World, id: number): Promise<Item> {
  return (await groups(w, { include_deactivated_groups: true })).find((group) => group['id'] === id) ?? {};
}

/** The id of a group of the roles. */
export async function roleGroup(w: World, role: string): Promise<number> {
  return Number((await groups(w)).find((group) => group['name'] === `role:${role}`)?.['id']);
}

export function listed(direct_members: readonly number[], direct_subgroups: readonly number[] = []) {
  return {
    direct_members,
    direct_subgroups,
  };
}

export const NOTHING = 999_999_999;
