import { page } from 'vitest/browser';
import { expect, test } from 'vitest';
import { exampleState, exampleUser, ME } from '../../../test/components/examples.ts';
import { show } from '../../../test/components/show.tsx';
import { PeopleView } from './people-view.tsx';

const state = exampleState({
  realm_users: [
    exampleUser(ME, 'Iris Lindqvist', { role: 100 }),
    exampleUser(11, 'Bram Okafor'),
    exampleUser(15, 'Fatima Haddad', { role: 600, is_guest: true }),
    exampleUser(14, 'Nightwatch', { is_bot: true, bot_owner_id: ME }),
  ],
});
const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });

test('people are listed without bots, with their roles', async () => {
  await show(<PeopleView list="people" />, { state });
  await expect.element(page.getByText(/^3 people/)).toBeVisible();
  await expect.element(row('Iris Lindqvist').getByText(/owner/i)).toBeVisible();
  expect(row('Nightwatch').query()).toBeNull();
});

test('guests can be shown alone', async () => {
  await show(<PeopleView list="people" />, { state });
  await page.getByRole('button', { name: 'Guests' }).click();
  await expect.element(row('Fatima Haddad')).toBeVisible();
  expect(row('Bram Okafor').query()).toBeNull();
});

test('a name that nobody has finds nobody', async () => {
  await show(<PeopleView list="people" />, { state });
  await page.getByRole('textbox', { name: 'Filter people' }).fill('Zed');
  await expect.element(page.getByText('Nobody matches.')).toBeVisible();
});

test('bots have a list of their own', async () => {
  await show(<PeopleView list="bots" />, { state });
  await expect.element(row('Nightwatch')).toBeVisible();
  expect(row('Bram Okafor').query()).toBeNull();
});
