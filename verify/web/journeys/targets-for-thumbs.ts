import type { Page } from 'playwright-core';
import { smallTargetsIn } from '../look/targets.ts';
import { channelTopicsAddress, topicAddress } from '../scenes/addresses.ts';
import { openView } from '../support/app.ts';
import { settle } from '../support/settle.ts';
import type { Journey } from './journey.ts';

const PLACES: readonly string[] = [
  '#inbox',
  '#recent',
  '#channels',
  channelTopicsAddress('dome'),
  topicAddress('dome', 'mirror cover'),
  '#narrow/search/mirror',
  '#people',
  '#you',
  '#settings/notifications',
  '#settings/look',
];

/** Layers over a place. */
const LAYERS: readonly ((page: Page) => Promise<void>)[] = [
  (page) => page.getByRole('button', { name: 'New message' }).tap(),
  (page) => page.locator('body').press('Control+k'),
];

/**
 * Every target of the places that users open daily is large enough for a thumb, and the magnifier opens the search.
 * `npm run web:look -- --phone` looks at all scenes.
 */
export const targetsForThumbs: Journey = {
  name: 'targets-for-thumbs',
  run: async ({ visit }) => {
    const { page } = await visit({ viewport: 'phone', isUnfocused: true });
    await openView(page, '#inbox');
    for (const place of PLACES) {
      await page.evaluate((hash) => {
        location.hash = hash;
      }, place);
      await settle(page);
      await areLarge(page, place);
    }
    await openView(page, '#inbox');
    for (const open of LAYERS) {
      await open(page);
      await settle(page);
      await areLarge(page, 'a layer over the inbox');
      await page.goBack();
      await settle(page);
    }
    await page.getByRole('button', { name: 'Search', exact: true }).tap();
    await page.getByRole('combobox', { name: 'Search messages' }).waitFor();
  },
};

async function areLarge(page: Page, place: string): Promise<void> {
  const [first] = await smallTargetsIn(page);
  if (first !== undefined) throw new Error(`${place}: ${first}`);
}
