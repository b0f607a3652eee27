import { topicAddress } from '../scenes/addresses.ts';
import { composer, openConversation } from '../support/app.ts';
import { eventuallyEqual } from '../support/eventually.ts';
import { sentOnce } from '../support/server-side.ts';
import type { Journey } from './journey.ts';

const PLACE = topicAddress('dome', 'night plan');

/** A user lets Enter send in the menu beside the button; on a phone Enter stays a line break. */
export const enterSends: Journey = {
  name: 'enter-sends',
  run: async ({ stage, visit }) => {
    const { page } = await visit();
    await openConversation(page, PLACE);
    await page.getByRole('button', { name: 'Ways to send' }).click();
    await page.getByRole('menuitemradio', { name: 'Enter sends', exact: true }).click();
    await page.getByText('Enter sends', { exact: true }).waitFor();
    await composer(page).fill('Sent by the key alone');
    await composer(page).press('Enter');
    await sentOnce(stage.cast, 'Sent by the key alone');
    await composer(page).fill('one');
    await composer(page).press('Shift+Enter');
    await eventuallyEqual('the text of the composer', () => composer(page).inputValue(), 'one\n');
    const phone = await visit({ viewport: 'phone' });
    await openConversation(phone.page, PLACE);
    await composer(phone.page).fill('two');
    await composer(phone.page).press('Enter');
    await eventuallyEqual('the text on the phone', () => composer(phone.page).inputValue(), 'two\n');
  },
};
