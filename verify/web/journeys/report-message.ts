import { registerQueue } from '@parley/contract/endpoints/queues.ts';
import { updateRealm } from '@parley/contract/endpoints/realm.ts';
import { topicAddress } from '../scenes/addresses.ts';
import { messageWith, openConversation, select } from '../support/app.ts';
import { eventuallyEqual } from '../support/eventually.ts';
import { newestMessages } from '../support/server-side.ts';
import type { Journey } from './journey.ts';

const TEXT = 'I can look after lunch';

/** A member reports a message with a note, and the moderators read it in their channel. */
export const reportMessage: Journey = {
  name: 'report-message',
  run: async ({ stage: { cast }, visit }) => {
    const iris = cast.as('Iris');
    const { subscriptions = [] } = await iris.call(registerQueue, {
      fetch_event_types: ['subscription'],
      event_types: [],
    });
    const board = subscriptions.find(({ name }) => name === 'board')?.stream_id ?? 0;
    await iris.call(updateRealm, { moderation_request_channel_id: board });
    const { page } = await visit({ user: 'Chen' });
    await openConversation(page, topicAddress('dome', 'mirror cover'));
    await select(messageWith(page, TEXT));
    await page.keyboard.press('i');
    await page.getByRole('menuitem', { name: 'Report to the moderators' }).click();
    const dialog = page.getByRole('dialog', { name: 'Report this message' });
    await dialog.getByLabel('Reason').selectOption({ label: 'Other reason' });
    if (await dialog.getByRole('button', { name: 'Report' }).isEnabled())
      throw new Error('Another reason needs a note, which the page does not ask for.');
    await dialog.getByLabel('Note for the moderators').fill('He had no lunch.');
    await dialog.getByRole('button', { name: 'Report' }).click();
    await page.getByText('The moderators have your report').waitFor();
    await eventuallyEqual(
      'reports',
      async () =>
        (await newestMessages(iris)).filter(({ content }) => content.includes('He had no lunch.')).length,
      1,
    );
  },
};
