import { topicAddress } from '../scenes/addresses.ts';
import { messageWith, openConversation, select } from '../support/app.ts';
import { eventuallyEqual } from '../support/eventually.ts';
import { newestMessages } from '../support/server-side.ts';
import type { Journey } from './journey.ts';

const TEXT = 'And the one with the bent lever goes back?';

/** A message moves to a new topic, and the open page of another user follows. */
export const moveMessage: Journey = {
  name: 'move-message',
  run: async ({ stage, visit }) => {
    const { page } = await visit();
    await openConversation(page, topicAddress('dome', 'new limit switches'));
    await select(messageWith(page, TEXT));
    await page.keyboard.press('m');
    const dialog = page.getByRole('dialog');
    await dialog.locator('datalist option').first().waitFor({ state: 'attached' });
    await dialog.getByLabel('Topic', { exact: true }).fill('returns');
    await dialog.getByRole('button', { name: 'Move', exact: true }).click();
    await eventuallyEqual(
      'topic of the message',
      async () =>
        (await newestMessages(stage.cast.as('Iris'))).find(({ content }) => content === TEXT)?.subject,
      'returns',
    );
    await openConversation(page, topicAddress('dome', 'returns'));
    await messageWith(page, TEXT).waitFor();
  },
};
