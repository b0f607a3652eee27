import type { Page } from 'playwright-core';
import { topicAddress } from '../scenes/addresses.ts';
import { composer, messageWith, openConversation, partsStored, sendButton } from '../support/app.ts';
import { eventually } from '../support/eventually.ts';
import { makeNextVersion } from '../support/next-version.ts';
import { say, sentOnce } from '../support/server-side.ts';
import type { KillingJourney } from './journey.ts';

const TEXT = 'Written before the deploy';

/**
 * A deploy ends the server and starts one with a client that has none of the old parts: an open text stays, nothing is
 * missed, and the page is reloaded by the user alone.
 */
export const deployInTheMiddle: KillingJourney = {
  name: 'deploy-in-the-middle',
  hasWorker: true,
  killsServer: true,
  run: async ({ stage, visit, expectProblems }) => {
    expectProblems(/Failed to load resource|WebSocket|dynamically imported module/);
    const next = makeNextVersion();
    try {
      const { page } = await visit();
      await openConversation(page, topicAddress('dome', 'night plan'));
      await page.evaluate(() => {
        (globalThis as { isSamePage?: boolean }).isSamePage = true;
      });
      await composer(page).fill(TEXT);
      await partsStored(page);
      await stage.kill();
      await stage.start({ PARLEY_WEB_DIRECTORY: next.directory });
      await say(stage.cast, 'Dara', 'dome', 'night plan', 'Said after the deploy');
      await messageWith(page, 'Said after the deploy').waitFor();
      await page.getByText('A new version is here.').waitFor();
      await openStoredPart(page);
      await expectText(page);
      if (!(await page.evaluate(() => 'isSamePage' in globalThis))) throw new Error('The page was reloaded.');
      await page.getByRole('button', { name: 'Reload', exact: true }).click();
      await messageWith(page, 'Said after the deploy').waitFor();
      await expectText(page);
      await sendButton(page).click();
      await sentOnce(stage.cast, TEXT);
      await expectOneCache(page);
    } finally {
      next.remove();
    }
  },
};

/** The list of keys is a chunk that the new server does not have; it was stored while the page was idle. */
async function openStoredPart(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.locator('body').press('?');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
}

async function expectText(page: Page): Promise<void> {
  await eventually(async () => {
    if ((await composer(page).inputValue()) !== TEXT) throw new Error('The text is gone.');
  });
}

/** The worker of the new version has replaced the old one and its cache. */
async function expectOneCache(page: Page): Promise<void> {
  await eventually(async () => {
    const all = await page.evaluate(() => caches.keys());
    const names = all.filter((name) => name.startsWith('parley-shell'));
    if (names.length !== 1 || names[0]?.startsWith('parley-shell-next') !== true)
      throw new Error(`The caches are ${names.join(', ')}.`);
  });
}
