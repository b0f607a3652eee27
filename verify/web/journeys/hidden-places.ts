import { topicAddress } from '../scenes/addresses.ts';
import { composer, messageWith, openView } from '../support/app.ts';
import type { Journey } from './journey.ts';

/** Links to a channel or message that the reader cannot see say so, and offer nothing that would fail. */
export const hiddenPlaces: Journey = {
  name: 'hidden-places',
  run: async ({ visit }) => {
    const { page } = await visit();
    const note = page.getByRole('heading', { name: 'This channel does not exist, or you may not see it' });
    for (const address of ['#narrow/channel/99999-secret/topic/plans', '#narrow/channel/99999-secret']) {
      await openView(page, address);
      await note.waitFor();
      if ((await composer(page).count()) > 0) throw new Error('There is a composer for a hidden channel.');
    }
    await page.getByRole('link', { name: 'Go to the inbox' }).click();
    await page.locator('#main').getByRole('heading', { name: 'Inbox' }).waitFor();

    await page.goto(`/${topicAddress('dome', 'night plan')}/near/999999`);
    await messageWith(page, '').first().waitFor();
    await page.getByText('This message was deleted or moved.').waitFor();
  },
};
