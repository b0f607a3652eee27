import { topicAddress } from '../scenes/addresses.ts';
import { messageWith, openConversation } from '../support/app.ts';
import { eventually } from '../support/eventually.ts';
import { say } from '../support/server-side.ts';
import type { Journey } from './journey.ts';

const CARD_MS = 3000;

/** Links to messages, topics and channels and names of people tell what they lead to, under the pointer and by key. */
export const hoverCards: Journey = {
  name: 'hover-cards',
  run: async ({ stage, visit }) => {
    const { page } = await visit();
    const { cast } = stage;
    const id = await say(cast, 'Bram', 'dome', 'slip ring', 'The ring is worn on its left side');
    await say(
      cast,
      'Dara',
      'dome',
      'night plan',
      `Look at #**dome>slip ring@${id}** in #**dome>slip ring** of #**dome**, @**Bram Okafor**`,
    );
    await openConversation(page, topicAddress('dome', 'night plan'));
    const row = messageWith(page, 'Look at');
    const card = page.getByRole('tooltip');
    const links = row.locator('[data-content] a');

    // The list may still scroll to its place, which closes the first card.
    await eventually(async () => {
      await links.nth(0).hover({ position: { x: 4, y: 4 } });
      await links.nth(0).hover();
      await card.getByText('The ring is worn on its left side').waitFor({ timeout: CARD_MS });
    });
    await card.getByText('Bram Okafor').waitFor();
    await page.mouse.move(0, 0);
    await card.waitFor({ state: 'hidden' });

    await links.nth(1).hover();
    await card.getByText(/^newest, /).waitFor();
    await links.nth(2).hover();
    await card
      .getByText('The dome, its motors and its computers')
      .or(card.getByText(/people$/))
      .first()
      .waitFor();
    await row.locator('[data-content] [data-user-id]').hover();
    await card.getByText('Bram Okafor').waitFor();
    await page.keyboard.press('Escape');
    await card.waitFor({ state: 'hidden' });

    await row.focus();
    await page.keyboard.press('Tab');
    await card.waitFor();
  },
};
