import { topicAddress } from '../scenes/addresses.ts';
import { messageWith, openConversation, select, write } from '../support/app.ts';
import { eventuallyEqual } from '../support/eventually.ts';
import { newestMessages, sentOnce } from '../support/server-side.ts';
import type { Journey } from './journey.ts';

const TEXT = 'Not for this topic';

/** A deleted message disappears for all users. */
export const deleteMessage: Journey = {
  name: 'delete-message',
  run: async ({ stage, visit }) => {
    const { page } = await visit();
    const other = await visit({ user: 'Chen' });
    const address = topicAddress('dome', 'night plan');
    await openConversation(page, address);
    await openConversation(other.page, address);
    await write(page, TEXT);
    await sentOnce(stage.cast, TEXT);
    await messageWith(other.page, TEXT).waitFor();
    await select(messageWith(page, TEXT));
    await page.keyboard.press('i');
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const confirm = page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true });
    await confirm.click();
    await eventuallyEqual(
      'messages with the text',
      async () =>
        (await newestMessages(stage.cast.as('Chen'))).filter(({ content }) => content === TEXT).length,
      0,
    );
    await messageWith(page, TEXT).waitFor({ state: 'detached' });
    await messageWith(other.page, TEXT).waitFor({ state: 'detached' });
  },
};
