import type { State } from '@parley/client';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import {
  exampleEvent,
  exampleState,
  exampleUser,
  ME,
  type StateParts,
} from '../../../test/components/examples.ts';
import { show } from '../../../test/components/show.tsx';
import { shownKept } from '../../parts/kept-store.ts';
import { OrganizationView } from './organization-view.tsx';

const EVERYBODY = 100;
const OWNERS = 101;

function organization(parts: StateParts = {}): State {
  return exampleState({
    is_admin: true,
    is_owner: true,
    realm_name: 'Observatory',
    realm_description: 'We look up',
    realm_icon_source: 'J',
    realm_message_content_delete_limit_seconds: 600,
    realm_message_retention_days: -1,
    realm_can_delete_any_message_group: OWNERS,
    realm_can_invite_users_group: EVERYBODY,
    realm_non_active_users: [],
    server_supported_permission_settings: {
      realm: { can_delete_any_message_group: { allow_everyone_group: false, allowed_system_groups: [] } },
    },
    ...parts,
  });
}

const MEMBER = { is_admin: false, is_owner: false };

test('a limit is saved at once, told in words, and taken back', async () => {
  const { asked } = await show(<OrganizationView page="messages" />, { state: organization() });
  await page.getByLabelText('Delete own messages within').selectOptions('1 hour');
  await expect.poll(() => asked.at(-1)?.body).toBe('message_content_delete_limit_seconds=3600');
  await expect.poll(() => shownKept.get()?.text).toBe('Delete own messages within: 1 hour');
  shownKept.get()?.undo?.();
  await expect.poll(() => asked.at(-1)?.body).toBe('message_content_delete_limit_seconds=600');
});

test('the values without a limit travel as a word', async () => {
  const { asked } = await show(<OrganizationView page="data" />, {
    state: organization({ realm_message_retention_days: 30 }),
  });
  await page.getByLabelText('Messages are kept').selectOptions('Forever');
  await expect.poll(() => asked.at(-1)?.body).toBe('message_retention_days=%22unlimited%22');
});

test('controls that the reader may not use name those who may', async () => {
  await show(<OrganizationView page="data" />, { state: organization({ ...MEMBER, is_admin: true }) });
  await expect.element(page.getByLabelText('Messages are kept')).toBeDisabled();
  await expect.element(page.getByText('Owners may change this').first()).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'New export' })).toBeEnabled();
});

test('an administrator gives a permission to a role, and members only read it', async () => {
  const { asked, happen } = await show(<OrganizationView page="permissions" />, { state: organization() });
  const who = page.getByRole('button', { name: /, Delete messages of others$/ });
  await who.click();
  expect(page.getByRole('menuitemradio', { name: 'Everybody' }).query()).toBeNull();
  await page.getByRole('menuitemradio', { name: 'Owners' }).click();
  await expect.poll(() => shownKept.get()?.text).toBe('Delete messages of others: Owners');
  const body = new URLSearchParams(asked.at(-1)?.body).get('can_delete_any_message_group');
  expect(JSON.parse(body ?? '')).toEqual({ new: OWNERS, old: OWNERS });
  happen(
    exampleEvent({ type: 'realm', op: 'update', property: 'can_delete_any_message_group', value: EVERYBODY }),
  );
  const row = () => document.querySelector('[data-setting="can_delete_any_message_group"]');
  await expect.poll(() => row()?.textContent).toMatch(/Everybody/);
});

test('a person is asked for, and the answer names the rule', async () => {
  await show(<OrganizationView page="permissions" />, { state: organization() });
  await page.getByRole('combobox', { name: 'Person' }).fill('Bram');
  await page.getByRole('option', { name: /Bram Okafor/ }).click();
  await expect.element(page.getByText('No.')).toBeVisible();
  await expect.element(page.getByText(/The organization allows: Owners\. Their role: member/)).toBeVisible();
});

test('an administrator cannot change an owner, and an owner ends the account of a member', async () => {
  const { asked } = await show(<OrganizationView page="people" />, {
    state: organization({
      realm_users: [
        exampleUser(ME, 'Iris Lindqvist', { role: 200 }),
        exampleUser(11, 'Bram Okafor', { role: 100 }),
        exampleUser(12, 'Chen Wei'),
        exampleUser(13, 'Weather', { is_bot: true, bot_owner_id: 12 }),
      ],
    }),
  });
  expect(page.getByRole('button', { name: /role of Bram/ }).query()).toBeNull();
  await page.getByRole('button', { name: 'Actions for Chen Wei' }).click();
  await page.getByRole('menuitem', { name: 'Deactivate' }).click();
  await expect.element(page.getByText('1 bot ends with the account.')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click();
  await expect.poll(() => `${asked.at(-1)?.method} ${asked.at(-1)?.path}`).toMatch(/^DELETE .*\/users\/12$/);
});

test('a query finds a permission by its verb', async () => {
  await show(<OrganizationView page="profile" />, { state: organization() });
  await page.getByRole('textbox', { name: 'Find a setting' }).fill('who can delete');
  await expect.element(page.getByRole('link', { name: /Delete messages of others/ })).toBeVisible();
});

test('sign-in is drawn where the state has no domains', async () => {
  await show(<OrganizationView page="sign-in" />, { state: organization({ is_owner: false }) });
  await expect.element(page.getByText(/^None\. Add the part/)).toBeVisible();
});

test('a wide logo for dark pages is removed without the one for light pages', async () => {
  const logo = { realm_logo_source: 'U', realm_logo_url: '/light.png' };
  const dark = { realm_night_logo_source: 'U', realm_night_logo_url: '/dark.png' };
  const { asked } = await show(<OrganizationView page="profile" />, {
    state: organization({ ...logo, ...dark }),
  });
  await page
    .getByRole('group', { name: 'For dark pages' })
    .getByRole('button', { name: 'Remove', exact: true })
    .click();
  await expect
    .poll(() => asked.map(({ method, path, body }) => `${method} ${path} ${body}`))
    .toContain('DELETE /realm/logo night=true');
});
