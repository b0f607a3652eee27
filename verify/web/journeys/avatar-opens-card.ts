import { topicAddress } from '../scenes/addresses.ts';
import { messageWith, openConversation, sidebar } from '../support/app.ts';
import type { Journey } from './journey.ts';

/**
 * A click on the picture of a sender opens the sender's card, as one on the name does. The profile beside the topic ends
 * with the topic.
 */
export const avatarOpensCard: Journey = {
  name: 'avatar-opens-card',
  run: async ({ visit }) => {
    const { page } = await visit();
    await openConversation(page, topicAddress('dome', 'mirror cover'));
    await messageWith(page, 'I can look after lunch').locator('[data-do=user]').first().click();
    const card = page.getByRole('dialog', { name: 'Bram Okafor' });
    await card.getByRole('button', { name: 'Profile' }).click();
    const profile = page.getByRole('complementary', { name: 'Profile' });
    await profile.waitFor();
    await sidebar(page).getByRole('link', { name: 'night plan' }).click();
    await profile.waitFor({ state: 'detached' });
  },
};
