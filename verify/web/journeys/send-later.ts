import { getReminders } from '@parley/contract/endpoints/reminders.ts';
import { getScheduledMessages } from '@parley/contract/endpoints/scheduled-messages.ts';
import { topicAddress } from '../scenes/addresses.ts';
import { composer, openConversation, openView } from '../support/app.ts';
import { eventuallyEqual } from '../support/eventually.ts';
import type { Journey } from './journey.ts';

const TEXT = 'Good morning, night shift';

/** A message is scheduled, gets another time and is taken back for more writing; a topic comes back later, and at once by Undo. */
export const sendLater: Journey = {
  name: 'send-later',
  run: async ({ stage, visit }) => {
    const { page } = await visit();
    const iris = stage.cast.as('Iris');
    const scheduled = async () => (await iris.call(getScheduledMessages, {})).scheduled_messages;
    const before = (await scheduled()).length;
    await openConversation(page, topicAddress('dome', 'night plan'));
    await composer(page).fill(TEXT);
    await page.getByRole('button', { name: 'Ways to send' }).click();
    await page.getByRole('menuitem', { name: /^In one hour/ }).click();
    await eventuallyEqual('scheduled messages', async () => (await scheduled()).length, before + 1);
    const own = async () => (await scheduled()).find(({ content }) => content === TEXT);
    const first = (await own())?.scheduled_delivery_timestamp ?? 0;

    await openView(page, '#scheduled');
    const row = page.getByRole('listitem').filter({ hasText: TEXT });
    await row.getByRole('button', { name: 'Change the time' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send later' });
    await dialog.getByLabel('Date and time').fill('2037-12-24T18:00');
    await dialog.getByRole('button', { name: 'Change the time' }).click();
    const isMoved = async () => ((await own())?.scheduled_delivery_timestamp ?? 0) !== first;
    await eventuallyEqual('another time', isMoved, true);
    await page.getByRole('button', { name: 'Undo' }).click();
    await eventuallyEqual('another time after Undo', isMoved, false);
    await row.getByRole('button', { name: 'Edit, do not send yet' }).click();
    await eventuallyEqual('the text in the composer', () => composer(page).inputValue(), TEXT);
    await eventuallyEqual('scheduled messages afterwards', async () => (await scheduled()).length, before);

    const reminders = async () => (await iris.call(getReminders, {})).reminders.length;
    const remindersBefore = await reminders();
    await openView(page, '#recent');
    await page.getByRole('main').getByText('night plan').first().waitFor();
    await page.locator('body').press('h');
    await eventuallyEqual('reminders', reminders, remindersBefore + 1);
    await page.getByRole('button', { name: 'Undo' }).click();
    await eventuallyEqual('reminders after Undo', reminders, remindersBefore);
  },
};
