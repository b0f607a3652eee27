import { openView } from '../support/app.ts';
import { eventuallyEqual } from '../support/eventually.ts';
import { newestMessages } from '../support/server-side.ts';
import type { Journey } from './journey.ts';

/** A member sets up GitHub with a bot of its own, sends a test, and another browser reads the message. */
export const incomingWebhook: Journey = {
  name: 'incoming-webhook',
  run: async ({ stage, visit }) => {
    const { page } = await visit({ user: 'Chen' });
    const { page: second } = await visit();
    await openView(second, '#inbox');
    await openView(page, '#organization/integrations');
    await page.getByRole('textbox', { name: 'Find a product' }).fill('github');
    await page.getByRole('link', { name: 'GitHub' }).click();
    await page.getByRole('button', { name: 'New bot' }).click();
    const dialog = page.getByRole('dialog', { name: 'New bot' });
    await dialog.getByLabel('Name', { exact: true }).fill('Pushes');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.getByLabel('Channel', { exact: true }).selectOption({ label: 'pipeline' });
    const address = page.getByLabel('Address', { exact: true });
    const url = new URL(await address.inputValue());
    if (url.pathname !== '/api/v1/external/github') throw new Error(`The address is ${url.href}.`);
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByText(/^The test arrived in pipeline/).waitFor();
    const posted = async () => {
      const messages = await newestMessages(stage.cast.as('Iris'));
      return messages.filter(({ sender_full_name: name }) => name === 'Pushes').length;
    };
    await eventuallyEqual('messages of the bot at the server', posted, 1);
    await page.getByRole('button', { name: 'Open it' }).click();
    await page.getByRole('article').filter({ hasText: 'Pushes' }).first().waitFor();
    await openView(second, '#narrow/channel/pipeline');
    await second.getByRole('article').filter({ hasText: 'Pushes' }).first().waitFor();

    // An address that someone else might know opens nothing after the key was replaced.
    await openView(page, '#settings/bots');
    await page.getByRole('button', { name: 'Actions for Pushes' }).click();
    await page.getByRole('menuitem', { name: 'New key' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'New key' }).click();
    await page
      .getByRole('dialog', { name: /^Key of/ })
      .getByRole('button', { name: 'Done' })
      .click();
    const { status } = await fetch(`${stage.url}${url.pathname}${url.search}`, {
      method: 'POST',
      body: '{}',
    });
    if (status !== 401) throw new Error(`The old address answers ${status}.`);
  },
};
