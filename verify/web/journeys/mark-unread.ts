import { topicAddress } from '../scenes/addresses.ts';
import { messageWith, openConversation, select } from '../support/app.ts';
import { eventuallyEqual } from '../support/eventually.ts';
import { newestMessages } from '../support/server-side.ts';
import type { Journey } from './journey.ts';

const SEEN_AND_REPORTED_MS = 2_500;

/** "Unread from here" stays unread until the user comes back to the topic. */
export const markUnread: Journey = {
  name: 'mark-unread',
  run: async ({ stage, visit }) => {
    const { page } = await visit();
    await openConversation(page, topicAddress('dome', 'rain sensor: false alarms in fog'));
    await select(messageWith(page, 'The drizzle of last week'));
    await page.keyboard.press('Shift+U');
    const unread = async () =>
      (await newestMessages(stage.cast.as('Iris'))).filter(
        ({ subject, flags }) => subject.startsWith('rain sensor') && !flags.includes('read'),
      ).length;
    await eventuallyEqual('unread messages of the topic', unread, 2);
    // A user who returns to the window has the messages on the screen.
    await page.evaluate(() => globalThis.dispatchEvent(new Event('focus')));
    await page.waitForTimeout(SEEN_AND_REPORTED_MS);
    await eventuallyEqual('unread messages on the screen', unread, 2);
    await page.goto('/#inbox');
    await page.getByRole('main').getByText('rain sensor: false alarms in fog').waitFor();
    await eventuallyEqual('unread messages of the topic later', unread, 2);
  },
};
