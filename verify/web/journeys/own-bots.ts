import { createConnection } from '@parley/client/connection.ts';
import { getOwnUser, getUsers } from '@parley/contract/endpoints/users.ts';
import type { Page } from 'playwright-core';
import { openView } from '../support/app.ts';
import { eventuallyEqual } from '../support/eventually.ts';
import type { Journey } from './journey.ts';

/** A member makes a bot and replaces its key; an administrator in another browser sees, changes and ends it. */
export const ownBots: Journey = {
  name: 'own-bots',
  run: async ({ stage, visit }) => {
    const { page } = await visit({ user: 'Bram' });
    const { page: second } = await visit();
    const stored = async () => {
      const { members } = await stage.cast.as('Iris').call(getUsers, {});
      return members.find(({ email }) => email.startsWith('dome-clock-bot@'));
    };
    await openView(second, '#organization/integrations/bots');
    await openView(page, '#settings/bots');
    await page.getByRole('button', { name: 'New bot' }).click();
    const dialog = page.getByRole('dialog', { name: 'New bot' });
    await dialog.getByLabel('Name', { exact: true }).fill('Dome clock');
    await dialog.getByRole('button', { name: 'Create' }).click();
    const first = await readKey(page);
    const bot = await stored();
    if (bot === undefined) throw new Error('There is no such bot at the server.');
    await eventuallyEqual('the name that the key opens', () => nameOf(first), 'Dome clock');

    await page.getByRole('button', { name: 'Actions for Dome clock' }).click();
    await page.getByRole('menuitem', { name: 'New key' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'New key' }).click();
    const next = await readKey(page);
    await eventuallyEqual('the name that the new key opens', () => nameOf(next), 'Dome clock');
    await eventuallyEqual('the end of the old key', () => nameOf(first), undefined);
    await page.getByRole('button', { name: 'Show key of Dome clock' }).click();
    if ((await readKey(page)) !== next) throw new Error('Another key is shown.');

    await second.getByRole('textbox', { name: 'Filter by name or owner' }).fill('dome clock');
    await second.getByRole('button', { name: 'Actions for Dome clock' }).click();
    await second.getByRole('menuitem', { name: 'Change' }).click();
    const change = second.getByRole('dialog', { name: 'Change Dome clock' });
    await change.getByLabel('Name', { exact: true }).fill('Dome clock two');
    await change.getByLabel('Role').selectOption({ label: 'Guest' });
    await change.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Dome clock two', { exact: true }).waitFor();
    await eventuallyEqual('the role at the server', async () => (await stored())?.role, 600);

    await second.getByRole('button', { name: 'Actions for Dome clock two' }).click();
    await second.getByRole('menuitem', { name: 'Deactivate' }).click();
    await second.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click();
    await eventuallyEqual('the end at the server', async () => (await stored())?.is_active, false);
    await page.getByText('You have no bots.').waitFor();
    await second.getByRole('button', { name: 'Undo' }).click();
    await eventuallyEqual('the bot after Undo', async () => (await stored())?.is_active, true);

    async function nameOf(apiKey: string): Promise<string | undefined> {
      const credentials = { email: bot?.email ?? '', apiKey };
      const connection = createConnection({ url: stage.url, credentials, userAgent: 'Journey/1.0' });
      return connection.call(getOwnUser, {}).then(
        ({ full_name: name }) => name,
        () => undefined,
      );
    }
  },
};

async function readKey(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog', { name: /^Key of/ });
  const key = await dialog.getByLabel('API key').inputValue();
  await dialog.getByRole('button', { name: 'Done' }).click();
  return key;
}
