import { topicAddress } from '../scenes/addresses.ts';
import { messageWith, openConversation } from '../support/app.ts';
import type { Journey } from './journey.ts';

/** A click on the picture of a sender opens the sender's card, as one on the name does. */
export const avatarOpensCard: Journey = {
  name: 'avatar-opens-card',
  run: async ({ visit }) => {
    const { page } = await visit();
    await openConversation(page, topicAddress('dome', 'mirror cover'));
    await messageWith(page, 'I can look after lunch').locator('.pic').first().click();
    await page.getByRole('dialog', { name: 'Bram Okafor' }).waitFor();
  },
};
