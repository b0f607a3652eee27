import { getAlertWords } from '@parley/contract/endpoints/alert-words.ts';
import { getMessage } from '@parley/contract/endpoints/messages.ts';
import { getSubscriptions } from '@parley/contract/endpoints/subscriptions.ts';
import { openView } from '../support/app.ts';
import { eventuallyEqual } from '../support/eventually.ts';
import { say } from '../support/server-side.ts';
import type { Journey } from './journey.ts';

/** Words become alert words, a message with one is flagged; a channel gets its own ways and loses them again. */
export const alertWords: Journey = {
  name: 'alert-words',
  run: async ({ stage: { cast }, visit }) => {
    const { page } = await visit();
    const iris = cast.as('Iris');
    const words = async () => (await iris.call(getAlertWords, {})).alert_words.toSorted();
    const before = await words();
    await openView(page, '#settings/notifications');
    const field = page.getByRole('combobox', { name: 'Alert words' });
    await field.fill('zeppelin');
    await field.press('Enter');
    await page.getByRole('button', { name: 'Remove zeppelin' }).waitFor();
    await eventuallyEqual('the words at the server', words, [...before, 'zeppelin'].toSorted());
    const id = await say(cast, 'Bram', 'dome', 'night plan', 'A zeppelin crosses the field at nine');
    const { message } = await iris.call(getMessage, { message_id: id });
    if (!message.flags.includes('has_alert_word')) throw new Error(`Flags: ${message.flags.join(', ')}`);
    await page.getByRole('button', { name: 'Remove zeppelin' }).click();
    await eventuallyEqual('the words after the removal', words, before);
    await page.getByRole('button', { name: 'Undo' }).click();
    await eventuallyEqual('the words after Undo', words, [...before, 'zeppelin'].toSorted());

    const desktop = async () => {
      const { subscriptions } = await iris.call(getSubscriptions, {});
      return subscriptions.find(({ name }) => name === 'seeing')?.desktop_notifications;
    };
    await page.getByRole('button', { name: 'Add a channel' }).click();
    await page.getByRole('menuitem', { name: 'seeing' }).click();
    await page.getByRole('checkbox', { name: 'seeing: Desktop' }).waitFor();
    await eventuallyEqual('the channel at the server', desktop, true);
    await page.getByRole('button', { name: 'seeing: like all channels' }).click();
    await eventuallyEqual('the channel like all others', desktop, false);
  },
};
