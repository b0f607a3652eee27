import { createConnection } from '@parley/client/connection.ts';
import { getOwnUser } from '@parley/contract/endpoints/users.ts';
import { openView } from '../support/app.ts';
import { eventuallyEqual } from '../support/eventually.ts';
import type { Journey } from './journey.ts';

/** A new API key is shown once after a question, works, and ends the one before. */
export const ownApiKey: Journey = {
  name: 'own-api-key',
  run: async ({ stage, visit }) => {
    const { page } = await visit({ user: 'Chen' });
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
    // The sample user has no key any more with which the page could be compared.
    await page.goto('about:blank');
  },
};
