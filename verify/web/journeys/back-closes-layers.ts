import type { Locator, Page } from 'playwright-core';
import { topicAddress } from '../scenes/addresses.ts';
import { messageWith, openConversation, openView, select } from '../support/app.ts';
import { eventuallyEqual } from '../support/eventually.ts';
import type { Journey } from './journey.ts';

const ADDRESS = topicAddress('dome', 'mirror cover');

/** A layer over the page: how it opens, and what is seen of it. */
type Layer = {
  readonly open: (page: Page) => Promise<void>;
  readonly seen: (page: Page) => Locator;
};

const palette: Layer = {
  open: (page) => page.locator('body').press('Control+k'),
  seen: (page) => page.getByRole('combobox', { name: 'Go to or do' }),
};
const sheet: Layer = {
  open: (page) => page.getByRole('button', { name: 'Topic menu' }).tap(),
  seen: (page) => page.getByRole('menu'),
};
const panel: Layer = {
  open: (page) => page.locator('body').press('Shift+O'),
  seen: (page) => page.getByRole('complementary', { name: 'About this topic' }),
};
const viewer: Layer = {
  open: async (page) => {
    await select(messageWith(page, 'I photographed the cover'));
    await page.keyboard.press('v');
  },
  seen: (page) => page.locator('dialog[open]'),
};
const composerPage: Layer = {
  open: (page) => page.locator('body').press('x'),
  seen: (page) => page.getByRole('form', { name: 'New direct message' }),
};

/** On a phone, Back closes the topmost layer and leaves the place; layers closed otherwise leave nothing to go back to. */
export const backClosesLayers: Journey = {
  name: 'back-closes-layers',
  run: async ({ visit }) => {
    const { page } = await visit({ viewport: 'phone' });
    await openView(page, '#recent');
    await openConversation(page, ADDRESS);
    for (const layer of [palette, sheet, panel, viewer, composerPage]) {
      await show(page, layer);
      await back(page);
      await layer.seen(page).waitFor({ state: 'hidden' });
      await isAt(page, ADDRESS);
    }
    await show(page, panel);
    await show(page, palette);
    await back(page);
    await palette.seen(page).waitFor({ state: 'hidden' });
    await panel.seen(page).waitFor();
    await back(page);
    await panel.seen(page).waitFor({ state: 'hidden' });
    await isAt(page, ADDRESS);

    await show(page, sheet);
    await page.keyboard.press('Escape');
    await sheet.seen(page).waitFor({ state: 'hidden' });
    await show(page, palette);
    await page.keyboard.type('seeing');
    await page.keyboard.press('Enter');
    await palette.seen(page).waitFor({ state: 'hidden' });
    await eventuallyEqual('whether the palette led away', async () => page.url().endsWith(ADDRESS), false);
    await back(page);
    await isAt(page, ADDRESS);
    await back(page);
    await isAt(page, '#recent');
  },
};

async function show(page: Page, layer: Layer): Promise<void> {
  await layer.open(page);
  await layer.seen(page).waitFor();
}

function back(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        addEventListener('popstate', () => resolve(), { once: true });
        history.back();
      }),
  );
}

function isAt(page: Page, address: string): Promise<void> {
  return eventuallyEqual('the address', async () => new URL(page.url()).hash, address);
}
