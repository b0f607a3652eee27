import type { State } from '@parley/client';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { exampleState, ME, type StateParts } from '../../../../test/components/examples.ts';
import { show } from '../../../../test/components/show.tsx';
import { shownKept } from '../../../parts/kept-store.ts';
import { OrganizationView } from '../organization-view.tsx';

const EVERYBODY = 100;
const OWNERS = 101;
const CREW = 7;
const PLACE = { view: 'organization', page: `groups/${CREW}` } as const;

const group = (id: number, name: string, parts: object = {}): object => ({
  id,
  name,
  description: '',
  members: [],
  direct_subgroup_ids: [],
  is_system_group: false,
  deactivated: false,
  can_manage_group: OWNERS,
  can_add_members_group: OWNERS,
  can_remove_members_group: OWNERS,
  can_join_group: OWNERS,
  can_leave_group: EVERYBODY,
  can_mention_group: EVERYBODY,
  ...parts,
});
const role = (id: number, name: string, members: readonly number[]): object =>
  group(id, name, { is_system_group: true, members });

function organization(parts: StateParts = {}): State {
  return exampleState({
    is_admin: true,
    is_owner: true,
    realm_can_create_groups: OWNERS,
    realm_can_manage_all_groups: OWNERS,
    realm_user_groups: [
      role(EVERYBODY, 'role:everyone', [ME, 11, 12]),
      role(OWNERS, 'role:owners', [ME]),
      group(CREW, 'night crew', { members: [11], description: 'Who observes tonight' }),
      group(8, 'of the past', { deactivated: true }),
    ],
    ...parts,
  });
}

const row = (name: string) => page.getByRole('row', { name: new RegExp(name) });

test('a group is made with its people, and is chosen then', async () => {
  const { asked, went } = await show(<OrganizationView page="groups" />, {
    state: organization(),
    answers: { '/user_groups/create': { group_id: 9 } },
  });
  await page.getByRole('button', { name: 'New group' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabelText('Name').fill('optics');
  await dialog.getByRole('combobox').fill('Chen');
  await page.getByRole('option', { name: /Chen Wei/ }).click();
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect
    .poll(() => asked.at(-1)?.body)
    .toBe('name=optics&description=&members=%5B12%5D&subgroups=%5B%5D');
  await expect.poll(() => went.at(-1)).toEqual({ view: 'organization', page: 'groups/9' });
});

test('a person is taken out of the chosen group at once, and Undo brings the person back', async () => {
  const { asked } = await show(<OrganizationView page={`groups/${CREW}`} />, {
    state: organization(),
    place: PLACE,
  });
  await page.getByRole('button', { name: 'Remove Bram Okafor' }).click();
  const last = (): object => Object.fromEntries(new URLSearchParams(asked.at(-1)?.body));
  await expect.poll(last).toMatchObject({ add: '[]', delete: '[11]' });
  await expect.poll(() => shownKept.get()?.text).toBe('Bram Okafor removed from night crew');
  shownKept.get()?.undo?.();
  await expect.poll(last).toMatchObject({ add: '[11]', delete: '[]' });
});

test('a group that a rule names stays in use, and the rule is listed', async () => {
  const uses = { realm_can_resolve_topics_group: CREW };
  await show(<OrganizationView page={`groups/${CREW}`} />, { state: organization(uses), place: PLACE });
  await expect.element(row('night crew').getByText('1 rule')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Resolve topics' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Deactivate' })).toBeDisabled();
  await expect.element(page.getByText('First take it out of 1 rule')).toBeVisible();
});

test('a group without a use is deactivated and taken back', async () => {
  const { asked } = await show(<OrganizationView page={`groups/${CREW}`} />, {
    state: organization(),
    place: PLACE,
  });
  await page.getByRole('button', { name: 'Deactivate' }).click();
  await expect.poll(() => asked.at(-1)?.path).toBe(`/user_groups/${CREW}/deactivate`);
  await expect.poll(() => shownKept.get()?.undo).toBeDefined();
  shownKept.get()?.undo?.();
  await expect.poll(() => asked.at(-1)?.body).toBe('deactivated=false');
});

test('people without the right read the group and are told who has it', async () => {
  const state = organization({
    user_id: 12,
    is_admin: false,
    is_owner: false,
  });
  await show(<OrganizationView page={`groups/${CREW}`} />, { state, place: PLACE });
  await expect.element(page.getByText('Owners may create groups')).toBeVisible();
  await expect.element(page.getByText('Owners may change this group')).toBeVisible();
  expect(page.getByRole('button', { name: /^Edit/ }).query()).toBeNull();
  expect(page.getByRole('button', { name: 'Deactivate' }).query()).toBeNull();
});

test('a group out of use is found with its filter', async () => {
  await show(<OrganizationView page="groups" />, { state: organization() });
  await expect.element(row('night crew')).toBeVisible();
  expect(row('of the past').query()).toBeNull();
  await page.getByRole('button', { name: 'Deactivated' }).click();
  await expect.element(row('of the past')).toBeVisible();
});
