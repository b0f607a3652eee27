import { planet } from '../../../tools/demo/pictures.ts';
import { topicAddress } from '../scenes/addresses.ts';
import { PASSWORD } from '../support/sample.ts';
import type { NewcomerTask } from './task.ts';
import { sidebar } from '../support/app.ts';

const NEW_PASSWORD = 'a mirror in the fog, and nobody there';

/** Tasks with the own account; the first two belong to the first hour. */
export const ownTasks: readonly NewcomerTask[] = [
  {
    name: 'Set the own picture',
    at: '#inbox',
    maxClicks: 3,
    run: async (page) => {
      await sidebar(page).getByRole('button', { name: 'Settings' }).click();
      await page.getByRole('menuitem', { name: 'All settings' }).click();
      const choosing = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Change picture' }).click();
      const chooser = await choosing;
      await chooser.setFiles({ name: 'me.png', mimeType: 'image/png', buffer: planet([200, 90, 40]) });
      await page.getByRole('status').filter({ hasText: 'Picture changed' }).waitFor();
    },
    zulip: { clicks: 5, page: 'Change your profile picture' },
    slack: { clicks: 6, page: 'Upload a profile photo' },
  },
  {
    name: 'Let Enter send',
    at: topicAddress('dome', 'night plan'),
    maxClicks: 2,
    run: async (page) => {
      await page.getByRole('button', { name: 'Ways to send' }).click();
      await page.getByRole('menuitemradio', { name: 'Enter sends', exact: true }).click();
      await page.getByText('Enter sends', { exact: true }).waitFor();
    },
    zulip: { clicks: 3, page: 'Configure send message keys' },
    slack: undefined,
  },
  {
    name: 'Change the own name',
    at: '#inbox',
    maxClicks: 3,
    run: async (page) => {
      await sidebar(page).getByRole('button', { name: 'Settings' }).click();
      await page.getByRole('menuitem', { name: 'All settings' }).click();
      const name = page.getByLabel('Name', { exact: true });
      await name.click();
      await name.fill('Iris L. Lindqvist');
      await name.press('Enter');
      await page.getByRole('status').filter({ hasText: 'Name: Iris L. Lindqvist' }).waitFor();
    },
    zulip: { clicks: 4, page: 'Change your name' },
    slack: undefined,
  },
  {
    name: 'Set a status',
    at: '#inbox',
    maxClicks: 2,
    run: async (page) => {
      await sidebar(page)
        .getByRole('button', { name: /^Set a status/ })
        .click();
      await page
        .getByRole('dialog', { name: 'Set a status' })
        .getByRole('button', { name: 'Back soon' })
        .click();
      await sidebar(page).getByText('Back soon').waitFor();
    },
    zulip: { clicks: 4, page: 'Status and availability' },
    slack: { clicks: 3, page: 'Why Do We Use Slack Statuses (Netcore)' },
  },
  {
    name: 'Change to the dark theme',
    at: '#inbox',
    maxClicks: 2,
    run: async (page) => {
      await sidebar(page).getByRole('button', { name: 'Settings' }).click();
      await page.getByRole('menuitemradio', { name: 'Dark' }).click();
      await page.locator('html[data-theme=dark]').waitFor();
    },
    zulip: { clicks: 2, page: 'Dark theme' },
    slack: undefined,
  },
  {
    name: 'Change the password',
    at: '#inbox',
    maxClicks: 5,
    run: async (page) => {
      await sidebar(page).getByRole('button', { name: 'Settings' }).click();
      await page.getByRole('menuitem', { name: 'All settings' }).click();
      await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Account' }).click();
      await page.getByRole('button', { name: 'Change password' }).click();
      const dialog = page.getByRole('dialog', { name: 'Change password' });
      await dialog.getByLabel('Present password').fill(PASSWORD);
      await dialog.getByLabel('New password').fill(NEW_PASSWORD);
      await dialog.getByRole('button', { name: 'Change', exact: true }).click();
      await page.getByRole('status').filter({ hasText: 'Password changed' }).waitFor();
    },
    zulip: { clicks: 5, page: 'Change your password' },
    slack: undefined,
  },
  {
    name: 'Log out',
    at: '#inbox',
    maxClicks: 2,
    run: async (page) => {
      await sidebar(page).getByRole('button', { name: 'Settings' }).click();
      await page.getByRole('menuitem', { name: 'Log out' }).click();
      await page.getByText('Log in with a password').waitFor();
    },
    zulip: { clicks: 2, page: 'Logging out' },
    slack: undefined,
  },
];
