import type { State } from '@parley/client';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { exampleChannel, exampleState, type StateParts } from '../../../../test/components/examples.ts';
import { show } from '../../../../test/components/show.tsx';
import { shownKept } from '../../../parts/kept-store.ts';
import { OrganizationView } from '../organization-view.tsx';

function organization(parts: StateParts = {}): State {
  return exampleState({
    is_admin: true,
    is_owner: true,
    can_create_streams: true,
    realm_default_streams: [1],
    channel_folders: [{ id: 5, name: 'Telescope', order: 1, is_archived: false }],
    subscriptions: [
      exampleChannel(1, 'dome', { message_retention_days: null }),
      exampleChannel(2, 'old dome', { is_archived: true, message_retention_days: null }),
    ],
    ...parts,
  });
}

const view = <OrganizationView page="channels" />;

test('a channel goes into a folder at once, and Undo takes it out', async () => {
  const { asked } = await show(view, { state: organization() });
  await page.getByRole('button', { name: /Folder of dome/ }).click();
  await page.getByRole('menuitemradio', { name: 'Telescope' }).click();
  await expect.poll(() => asked.at(-1)?.body).toBe('folder_id=5');
  await expect.poll(() => shownKept.get()?.text).toBe('dome: folder Telescope');
  shownKept.get()?.undo?.();
  await expect.poll(() => asked.at(-1)?.body).toBe('folder_id=null');
});

test('an owner says how long messages are kept, an administrator only reads it', async () => {
  const { asked } = await show(view, { state: organization() });
  await page.getByRole('button', { name: /How long messages of dome/ }).click();
  await page.getByRole('menuitemradio', { name: 'forever' }).click();
  await expect.poll(() => asked.at(-1)?.body).toBe('message_retention_days=%22unlimited%22');
  await show(view, { state: organization({ is_owner: false }) });
  await expect.element(page.getByText('As everywhere').last()).toBeVisible();
});

test('new people do not join a channel any more', async () => {
  const { asked } = await show(view, { state: organization() });
  const box = page.getByRole('checkbox', { name: 'New people join dome' });
  await expect.element(box).toBeChecked();
  await box.click();
  await expect.poll(() => asked.at(-1)?.body).toBe('is_default_stream=false');
});

test('an archived channel is found with its filter and comes back', async () => {
  const { asked } = await show(view, { state: organization() });
  await page.getByRole('button', { name: /^Archived/ }).click();
  await page.getByRole('button', { name: 'Actions for old dome' }).click();
  await page.getByRole('menuitem', { name: 'Unarchive' }).click();
  await expect.poll(() => asked.at(-1)?.body).toBe('is_archived=false');
});

test('members read the table and are told who may change it', async () => {
  const state = organization({ user_id: 11, is_admin: false, is_owner: false });
  await show(view, { state });
  await expect.element(page.getByText('Administrators may change this').first()).toBeVisible();
  await expect.element(page.getByRole('checkbox', { name: 'New people join dome' })).toBeDisabled();
  expect(page.getByRole('button', { name: 'New folder' }).query()).toBeNull();
});
