import type { Page } from 'playwright-core';
import { channelTopicsAddress, topicAddress } from '../scenes/addresses.ts';
import { messageWith, openConversation, openView, partsStored } from '../support/app.ts';
import type { Journey } from './journey.ts';

const VIEWS = [
  '#recent',
  '#channels',
  channelTopicsAddress('dome'),
  '#people',
  '#you',
  '#drafts',
  '#scheduled',
  '#settings',
];

/** After one visit every view opens without a network, with the bar at the bottom, and messages of the device are found. */
export const offlineViews: Journey = {
  name: 'offline-views',
  run: async ({ visit }) => {
    const { page, context } = await visit({ viewport: 'phone' });
    await openConversation(page, topicAddress('dome', 'mirror cover'));
    await openView(page, '#inbox');
    await partsStored(page);
    await context.setOffline(true);
    for (const view of VIEWS) {
      await page.evaluate((hash) => {
        location.hash = hash;
      }, view);
      await page.locator('#main').getByRole('heading').first().waitFor();
      await barAtBottom(page);
    }
    await page.evaluate(() => {
      location.hash = '#narrow/search/lunch';
    });
    await page.getByText('on this device').waitFor();
    await messageWith(page, 'I can look after lunch').waitFor();
    await context.setOffline(false);
  },
};

/** The bar of a phone stays at the bottom, whatever the view does. */
async function barAtBottom(page: Page): Promise<void> {
  const bar = await page.getByRole('navigation', { name: 'Main' }).boundingBox();
  const height = page.viewportSize()?.height ?? 0;
  if (bar === null || Math.abs(bar.y + bar.height - height) > 1)
    throw new Error('The bar is not at the bottom.');
}
