import { topicAddress } from '../scenes/addresses.ts';
import { messageWith, openConversation, select, write } from '../support/app.ts';
import { eventuallyEqual } from '../support/eventually.ts';
import { sentOnce } from '../support/server-side.ts';
import type { Journey } from './journey.ts';

/** An edit by key changes the message for another user, too, who sees that it is on its way. */
export const editMessage: Journey = {
  name: 'edit-message',
  run: async ({ stage, visit }) => {
    const { page } = await visit();
    const other = await visit({ user: 'Chen' });
    const address = topicAddress('dome', 'night plan');
    await openConversation(page, address);
    await openConversation(other.page, address);
    await write(page, 'I take the secnd half');
    const { id } = await sentOnce(stage.cast, 'I take the secnd half');
    await messageWith(other.page, 'I take the secnd half').waitFor();
    await select(messageWith(page, 'I take the secnd half'));
    await page.keyboard.press('e');
    const box = page.getByRole('form', { name: /edit/i }).getByRole('textbox', { name: 'Message' });
    await eventuallyEqual('text to edit', () => box.inputValue(), 'I take the secnd half');
    await box.fill('I take the second half');
    await other.page.getByText('Iris Lindqvist is typing').waitFor();
    await box.press('Control+Enter');
    const edited = await sentOnce(stage.cast, 'I take the second half');
    if (edited.id !== id) throw new Error('The edit made another message.');
    await messageWith(page, 'I take the second half').getByText('edited').waitFor();
    await messageWith(other.page, 'I take the second half').waitFor();
    await other.page.getByText('Iris Lindqvist is typing').waitFor({ state: 'detached' });
  },
};
