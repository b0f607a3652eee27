import { topicAddress } from '../scenes/addresses.ts';
import { messageWith, openConversation, select } from '../support/app.ts';
import { eventuallyEqual } from '../support/eventually.ts';
import { say } from '../support/server-side.ts';
import type { Journey } from './journey.ts';

/** A message is deleted with two keys, and the focus goes on to its neighbor. */
export const deleteByKeyboard: Journey = {
  name: 'delete-by-keyboard',
  run: async ({ stage, visit }) => {
    for (const text of ['Line one', 'Line two', 'Line three'])
      await say(stage.cast, 'Iris', 'dome', 'night plan', text);
    const { page } = await visit();
    await openConversation(page, topicAddress('dome', 'night plan'));
    await select(messageWith(page, 'Line two'));
    await page.keyboard.press('Delete');
    const button = page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true });
    await eventuallyEqual(
      'the focus of the dialog',
      () => button.evaluate((element) => element === document.activeElement),
      true,
    );
    await page.keyboard.press('Enter');
    await messageWith(page, 'Line two').waitFor({ state: 'detached' });
    await eventuallyEqual('the focused message', () => focused(), 'Line three');
    await page.keyboard.press('k');
    await eventuallyEqual('the message before it', () => focused(), 'Line one');

    function focused(): Promise<string | undefined> {
      return page.evaluate(() =>
        document.activeElement?.querySelector('[data-content]')?.textContent?.trim(),
      );
    }
  },
};
