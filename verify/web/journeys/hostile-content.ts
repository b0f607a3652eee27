import type { Page } from 'playwright-core';
import { channelAddress, directAddress } from '../scenes/addresses.ts';
import { composer } from '../support/app.ts';
import { settle } from '../support/settle.ts';
import { plantEverywhere, SHORT } from './hostile-fields.ts';
import type { Journey } from './journey.ts';

const LISTS = ['#inbox', '#recent', '#catch-up', '#feed', '#drafts', '#scheduled', '#channels', '#you'];
const SETTINGS = ['#settings', '#settings/look', '#settings/notifications', '#settings/sessions'];

/** Names, topics and texts of an attacker are shown as text on every screen: no script runs, no policy is violated. */
export const hostileContent: Journey = {
  name: 'hostile-content',
  run: async ({ stage, visit, expectProblems }) => {
    // The server passes on no picture of a site that does not exist.
    expectProblems(/404 \(Not Found\) \S+\/external_content\//);
    const { cast } = stage;
    const channelId = await plantEverywhere(cast);
    const { page } = await visit();
    const encoded = encodeURIComponent(SHORT).replaceAll('.', '%2E').replaceAll('%', '.');
    const places = [
      `#narrow/channel/${channelId}`,
      `#topics/channel/${channelId}`,
      `#narrow/channel/${channelId}/topic/${encoded}`,
      `#narrow/search/${encoded}`,
      channelAddress('dome'),
      directAddress('Bram', 'Chen')(cast),
      directAddress('Bram')(cast),
    ];
    for (const place of [...LISTS, ...SETTINGS, ...places]) {
      await page.goto(`/${place}`);
      await expectNoScript(page, place);
    }
    await openOverlays(page);
    const stranger = await visit({ user: undefined });
    await stranger.page.goto('/');
    await expectNoScript(stranger.page, 'the log-in page');
  },
};

/** Opens what shows names over the conversation with the attacker. */
async function openOverlays(page: Page): Promise<void> {
  await page.getByRole('article').getByRole('button', { name: /^Bram/ }).first().click();
  const card = page.getByRole('dialog');
  await card.waitFor();
  await expectNoScript(page, 'the card of the user');
  await card.press('Escape');
  for (const typed of ['@Bra', '#**<img', '@*<img', '<img']) {
    await composer(page).fill('');
    await composer(page).pressSequentially(typed);
    await expectNoScript(page, `completion of ${typed}`);
  }
  await composer(page).fill('');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+K');
  await page.getByRole('dialog').getByRole('combobox').pressSequentially('img');
  await expectNoScript(page, 'the palette');
  await page.keyboard.press('Escape');
  await page.goto('/#narrow');
  await page.getByRole('combobox', { name: 'Search messages' }).pressSequentially('from:Bra');
  await expectNoScript(page, 'suggestions of the search');
}

async function expectNoScript(page: Page, where: string): Promise<void> {
  await settle(page);
  if (await page.evaluate(() => 'isHacked' in globalThis)) throw new Error(`A script ran at ${where}.`);
}
