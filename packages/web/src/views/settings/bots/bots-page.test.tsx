import type { State } from '@parley/client';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import {
  exampleEvent,
  exampleState,
  exampleUser,
  ME,
  type StateParts,
} from '../../../../test/components/examples.ts';
import { show } from '../../../../test/components/show.tsx';
import { shownKept } from '../../../parts/kept-store.ts';
import { openQuestion } from '../../../parts/question-store.ts';
import { IntegrationsPage } from '../../organization/integrations/integrations-page.tsx';
import { OwnBotsPage } from './own-bots-page.tsx';

const BOTS = { view: 'organization', page: 'integrations/bots' } as const;
const EVERYBODY = 100;
const OWNERS = 101;

const weather = exampleUser(20, 'Weather', { is_bot: true, bot_type: 2, bot_owner_id: ME });
const pipeline = exampleUser(21, 'Pipeline', { is_bot: true, bot_type: 3, bot_owner_id: 11 });

function state(parts: StateParts = {}): State {
  return exampleState({
    is_admin: true,
    realm_users: [
      exampleUser(ME, 'Iris Lindqvist', { role: 100 }),
      exampleUser(11, 'Bram Okafor'),
      weather,
      pipeline,
    ],
    realm_non_active_users: [exampleUser(22, 'Old clock', { is_bot: true, bot_type: 1, bot_owner_id: ME })],
    realm_bots: [
      { user_id: 21, services: [{ base_url: 'https://ci.example.org', interface: 1, token: 't' }] },
    ],
    realm_embedded_bots: [{ name: 'converter', config: {} }],
    realm_can_create_bots_group: EVERYBODY,
    realm_can_create_write_only_bots_group: EVERYBODY,
    ...parts,
  });
}

const answers = {
  '/bots': { user_id: 30, api_key: 'made-key' },
  '/bots/20/api_key': { api_key: 'known-key' },
  '/bots/20/api_key/regenerate': { api_key: 'next-key' },
};

test('a bot is made with a name and a picture, and its key is shown', async () => {
  const { asked } = await show(<OwnBotsPage />, { state: state(), answers });
  await expect.element(page.getByText('Weather', { exact: true })).toBeVisible();
  expect(page.getByText('Pipeline').query()).toBeNull();
  await page.getByRole('button', { name: 'New bot' }).click();
  await page.getByRole('radio', { name: 'Outgoing' }).click();
  await page.getByLabelText('Name', { exact: true }).fill('Dome clock bot');
  await expect.element(page.getByLabelText('Start of its address')).toHaveValue('dome-clock');
  await page.getByLabelText('Address that is called').fill('https://clock.example.org/hook');
  await page.getByRole('button', { name: 'Create' }).click();
  await expect.element(page.getByLabelText('API key')).toHaveValue('made-key');
  const body = new URLSearchParams(asked.find(({ method }) => method === 'POST')?.body);
  expect(Object.fromEntries(body)).toMatchObject({
    bot_type: '3',
    full_name: 'Dome clock bot',
    short_name: 'dome-clock',
    payload_url: '"https://clock.example.org/hook"',
  });
});

test('the owner reads the key, replaces it after a question, and the old one is named as ended', async () => {
  const { asked } = await show(<OwnBotsPage />, { state: state(), answers });
  await page.getByRole('button', { name: 'Show key of Weather' }).click();
  await expect.element(page.getByLabelText('API key')).toHaveValue('known-key');
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Actions for Weather' }).click();
  await page.getByRole('menuitem', { name: 'New key' }).click();
  await expect.poll(() => openQuestion.get()?.text[0]).toMatch(/^The old key ends at once/);
  openQuestion.get()?.answer(true);
  await expect.element(page.getByLabelText('API key')).toHaveValue('next-key');
  expect(asked.at(-1)?.path).toBe('/bots/20/api_key/regenerate');
});

test('a deactivated bot is brought back with Undo, and stands apart', async () => {
  const { asked, happen } = await show(<OwnBotsPage />, { state: state(), answers });
  await page.getByRole('button', { name: 'Actions for Weather' }).click();
  await page.getByRole('menuitem', { name: 'Deactivate' }).click();
  await expect.poll(() => openQuestion.get()?.title).toBe('Deactivate Weather?');
  openQuestion.get()?.answer(true);
  await expect.poll(() => shownKept.get()?.text).toBe('Weather is deactivated');
  happen(exampleEvent({ type: 'realm_user', op: 'update', person: { user_id: 20, is_active: false } }));
  await expect.element(page.getByText('You have no bots.')).toBeVisible();
  await page.getByRole('button', { name: /^Deactivated/ }).click();
  await expect.element(page.getByText('Old clock')).toBeVisible();
  shownKept.get()?.undo?.();
  await expect.poll(() => asked.at(-1)?.path).toBe('/users/20/reactivate');
});

test('an administrator renames the bot of somebody else, and does not give it away', async () => {
  const { asked } = await show(<IntegrationsPage />, { state: state(), answers, place: BOTS });
  expect(page.getByRole('button', { name: 'Show key of Pipeline' }).query()).toBeNull();
  await page.getByRole('button', { name: 'Actions for Pipeline' }).click();
  await page.getByRole('menuitem', { name: 'Change' }).click();
  await expect.element(page.getByText(/^Only its owner gives the bot away/)).toBeVisible();
  await page.getByLabelText('Name', { exact: true }).fill('Pipelines');
  await page.getByLabelText('Role').selectOptions('Guest');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => shownKept.get()?.text).toBe('Pipelines is changed');
  expect(Object.fromEntries(new URLSearchParams(asked.at(-1)?.body))).toEqual({
    full_name: 'Pipelines',
    role: '600',
  });
});

test('a member reads all bots, and manages none of others', async () => {
  const reader = { is_admin: false, realm_can_create_bots_group: OWNERS, user_id: 12 };
  await show(<IntegrationsPage />, {
    place: BOTS,
    state: state({ ...reader, realm_can_create_write_only_bots_group: OWNERS }),
  });
  await expect.element(page.getByText(/^You do not have permission to create bots/)).toBeVisible();
  await page.getByRole('button', { name: 'Actions for Pipeline' }).click();
  await expect.element(page.getByRole('menuitem', { name: 'Message' })).toBeVisible();
  expect(page.getByRole('menuitem', { name: 'Deactivate' }).query()).toBeNull();
});
