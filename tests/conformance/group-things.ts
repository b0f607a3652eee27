import { items, numberAt, success, type Item } from './expect.ts';
import type { Answer, Credentials } from './wire.ts';
import type { World } from './world.ts';

/** A group that somebody makes, undone where the organization goes on living. */
export const addGroup = async (w: World, as: Credentials, changes: Item = {}): Promise<number> => {
  const form = { name: w.unique('group '), description: 'For a rule', members: [], ...changes };
  const id = numberAt(success(await w.ask('POST', '/user_groups/create', { as, form })), 'group_id');
  w.later(() => w.ask('POST', `/user_groups/${id}/deactivate`, { as }));
  return id;
};

export const tryGroup = (w: World, as: Credentials, changes: Item = {}): Promise<Answer> =>
  w.ask('POST', '/user_groups/create', {
    as,
    form: { name: w.unique('group '), description: 'For a rule', members: [], ...changes },
  });

export const changeGroup = (w: World, as: Credentials, id: number, form: Item): Promise<Answer> =>
  w.ask('PATCH', `/user_groups/${id}`, { as, form });

export const changeMembers = (w: World, as: Credentials, id: number, form: Item): Promise<Answer> =>
  w.ask('POST', `/user_groups/${id}/members`, { as, form });

export const changeSubgroups = (w: World, as: Credentials, id: number, form: Item): Promise<Answer> =>
  w.ask('POST', `/user_groups/${id}/subgroups`, { as, form });

export const deactivateGroup = (w: World, as: Credentials, id: number): Promise<Answer> =>
  w.ask('POST', `/user_groups/${id}/deactivate`, { as });

export const groups = async (w: World, query: Item = {}): Promise<readonly Item[]> =>
  items(success(await w.ask('GET', '/user_groups', { as: await w.owner(), query })), 'user_groups');

/** A group as it is listed, deactivated or not; empty when it is not. */
export const groupOf = async (w: World, id: number): Promise<Item> =>
  (await groups(w, { include_deactivated_groups: true })).find((group) => group['id'] === id) ?? {};

/** The id of a group of the roles. */
export const roleGroup = async (w: World, role: string): Promise<number> =>
  Number((await groups(w)).find((group) => group['name'] === `role:${role}`)?.['id']);

export const listed = (direct_members: readonly number[], direct_subgroups: readonly number[] = []) => ({
  direct_members,
  direct_subgroups,
});

export const NOTHING = 999_999_999;
