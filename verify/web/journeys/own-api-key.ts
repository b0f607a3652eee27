import { createConnection } from '@parley/client/connection.ts';
import { getOwnUser } from '@parley/contract/endpoints/users.ts';
import { openView } from '../support/app.ts';
import { eventuallyEqual } from '../support/eventually.ts';
import type { Journey } from './journey.ts';

/**
 * A new API key is shown once after a question, works, and ends the one before; its line ends it. Other browsers are
 * logged out.
 */
export const ownApiKey: Journey = {
  name: 'own-api-key',
  hasWorker: true,
  run: async ({ stage, visit, expectProblems }) => {
    expectProblems(/status of 401/);
    const { page } = await visit({ user: 'Chen' });
    const other = await visit({ user: 'Chen' });
    await openView(other.page, '#inbox');
    await openView(page, '#settings/account');
    await page.getByRole('button', { name: 'New key' }).click();
    const question = page.getByRole('dialog', { name: 'Make a new API key?' });
    await question.getByText('stop until they get the new key').waitFor();
    await question.getByRole('button', { name: 'New key' }).click();
    const dialog = page.getByRole('dialog', { name: 'Your new API key' });
    const apiKey = await dialog.getByLabel('API key').inputValue();
    await dialog.getByRole('button', { name: 'Done' }).click();
    const email = 'chen@observatory.example';
    const connection = createConnection({
      url: stage.url,
      credentials: { email, apiKey },
      userAgent: 'Journey/1.0',
    });
    const { full_name: name } = await connection.call(getOwnUser, {});
    if (name !== 'Chen Wei') throw new Error(`The key belongs to ${name}.`);
    const isOldEnded = () =>
      stage.cast
        .as('Chen')
        .call(getOwnUser, {})
        .then(
          () => false,
          () => true,
        );
    await eventuallyEqual('the end of the old key', isOldEnded, true);
    await page.reload();
    await page.getByRole('button', { name: 'New key' }).waitFor();
    if ((await page.content()).includes(apiKey)) throw new Error('The key is shown twice.');
    const isEnded = () =>
      connection.call(getOwnUser, {}).then(
        () => false,
        () => true,
      );
    await page.getByRole('button', { name: /^End / }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'End' }).click();
    await eventuallyEqual('the end of the new key', isEnded, true);
    await page.reload();
    await page.getByText(/^2 browsers/).waitFor();
    await page.getByRole('button', { name: 'Log out the others' }).click();
    await page.getByText(/^1 browser/).waitFor();
    await other.page
      .getByRole('button', { name: 'Log in', exact: true })
      .or(other.page.getByText('Enter as'))
      .first()
      .waitFor();
    // The sample user has no key any more with which the page could be compared.
    for (const one of [page, other.page]) await one.goto('about:blank');
  },
};
