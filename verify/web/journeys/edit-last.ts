import { topicAddress } from '../scenes/addresses.ts';
import { composer, messageWith, openConversation, write } from '../support/app.ts';
import { eventuallyEqual } from '../support/eventually.ts';
import { sentOnce } from '../support/server-side.ts';
import type { Journey } from './journey.ts';

/** The arrow up in an empty box edits the last own message in its row; a text that is being written stays. */
export const editLast: Journey = {
  name: 'edit-last',
  run: async ({ stage, visit }) => {
    const { page } = await visit();
    await openConversation(page, topicAddress('dome', 'night plan'));
    await write(page, 'The key is in the kichen');
    const { id } = await sentOnce(stage.cast, 'The key is in the kichen');
    await messageWith(page, 'The key is in the kichen').waitFor();
    await composer(page).fill('first');
    await composer(page).press('ArrowUp');
    await composer(page).fill('');
    await composer(page).press('ArrowUp');
    const box = page.locator(`article[data-id="${id}"]`).getByRole('form', { name: 'Edit message' });
    const text = box.getByRole('textbox', { name: 'Message' });
    await text.waitFor();
    await eventuallyEqual('the text in the row', () => text.inputValue(), 'The key is in the kichen');
    await text.fill('The key is in the kitchen');
    await text.press('Control+Enter');
    const edited = await sentOnce(stage.cast, 'The key is in the kitchen');
    if (edited.id !== id) throw new Error('The edit made another message.');
    await messageWith(page, 'The key is in the kitchen').getByText('edited').waitFor();
    const hasFocus = () => composer(page).evaluate((field) => field === document.activeElement);
    await eventuallyEqual('the focus is back in the box', hasFocus, true);
  },
};
