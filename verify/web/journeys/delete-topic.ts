import { channelTopicsAddress, topicAddress } from '../scenes/addresses.ts';
import { messageWith, openConversation, openView } from '../support/app.ts';
import { eventuallyEqual } from '../support/eventually.ts';
import { newestMessages, say } from '../support/server-side.ts';
import type { Journey } from './journey.ts';

const TEXT = 'A topic that nobody needs';

/** Deleting a topic says how much is lost, and removes it from the lists of all. */
export const deleteTopic: Journey = {
  name: 'delete-topic',
  run: async ({ stage, visit }) => {
    await say(stage.cast, 'Bram', 'dome', 'spam', TEXT);
    await say(stage.cast, 'Chen', 'dome', 'spam', 'Indeed');
    const { page } = await visit({ user: 'Iris' });
    const { page: other } = await visit({ user: 'Bram' });
    await openConversation(page, topicAddress('dome', 'spam'));
    await openView(other, channelTopicsAddress('dome'));
    await other.getByRole('link', { name: /^spam/ }).first().waitFor();
    await page.getByRole('button', { name: 'Topic menu' }).click();
    await page.getByRole('menuitem', { name: /^Delete topic/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete spam?' });
    await dialog.getByText('2 messages disappear for all readers').waitFor();
    await dialog.getByText('Written by 2 people').waitFor();
    await dialog.getByRole('button', { name: 'Delete 2 messages' }).click();
    await page.getByText('spam was deleted').waitFor();
    await other.getByRole('main').getByRole('link', { name: /^spam/ }).waitFor({ state: 'detached' });
    await openView(other, topicAddress('dome', 'spam'));
    await eventuallyEqual('messages on the page', () => messageWith(other, TEXT).count(), 0);
    await eventuallyEqual(
      'messages on the server',
      async () => {
        const all = await newestMessages(stage.cast.as('Iris'));
        return all.filter(({ subject }) => subject === 'spam').length;
      },
      0,
    );
  },
};
