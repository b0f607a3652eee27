import type { Page } from 'playwright-core';
import { composer, messageWith, openView, sendButton } from '../support/app.ts';
import { eventually, eventuallyEqual } from '../support/eventually.ts';
import type { Journey } from './journey.ts';

/**
 * The client offers itself at the third visit and never again after an answer; shortcuts and content of other apps
 * open the box for a new message. The browser's question is dispatched, because a browser without a window asks none.
 */
export const installedClient: Journey = {
  name: 'installed-client',
  hasWorker: true,
  run: async ({ visit }) => {
    const { page, context } = await visit({ viewport: 'phone' });
    await openView(page, '#inbox');
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    const offer = (on: Page) => on.getByRole('region', { name: /^Install / });
    await offerByBrowser(page);
    if (await offer(page).isVisible()) throw new Error('The first visit offers the client.');
    // The first visit is counted behind the first view, and would replace what the next line stores.
    await page.waitForFunction(() => localStorage.getItem('parley-visits') !== null);
    await page.evaluate(makeItThird);
    await page.reload();
    await offerByBrowser(page);
    await offer(page).getByRole('button', { name: 'Not now' }).tap();
    await offer(page).waitFor({ state: 'hidden' });
    await page.reload();
    await page.getByRole('button', { name: 'New message' }).waitFor();
    await offerByBrowser(page);
    if (await offer(page).isVisible()) throw new Error('The client is offered after an answer.');

    const shortcut = await context.newPage();
    await shortcut.goto('/#new');
    await shortcut.getByRole('form', { name: 'New direct message' }).waitFor();
    await eventuallyEqual('address', async () => new URL(shortcut.url()).hash, '#inbox');
    await shortcut.close();

    await share(page, 'Clouds until ten');
    await page.getByRole('form', { name: 'New direct message' }).waitFor();
    await page.getByRole('listitem').filter({ hasText: 'sky.png' }).waitFor();
    await page.getByRole('button', { name: 'Channel', exact: true }).tap();
    await page.getByRole('form', { name: 'New topic' }).waitFor();
    await page.getByRole('button', { name: 'People', exact: true }).tap();
    const users = page.getByRole('combobox').first();
    await users.fill('Bram');
    await page.getByRole('option', { name: /Bram/ }).first().tap();
    await eventually(async () => {
      const text = await composer(page).inputValue();
      if (!text.startsWith('Clouds until ten\n[sky.png](/user_uploads'))
        throw new Error(`The text is ${text}.`);
    });
    await sendButton(page).tap();
    await messageWith(page, 'Clouds until ten').locator('img[src*="user_uploads"]').waitFor();
  },
};

/** Runs in the page: two visits lie behind. */
function makeItThird(): void {
  localStorage.setItem('parley-visits', JSON.stringify({ visits: 2, last: 1 }));
}

/** The browser would like to ask now. */
async function offerByBrowser(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New message' }).waitFor();
  await page.evaluate(async () => {
    const event = new Event('beforeinstallprompt', { cancelable: true });
    dispatchEvent(Object.assign(event, { prompt: () => Promise.resolve({ outcome: 'accepted' }) }));
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
}

/** Sends a text and a picture to the share target, as the system does for another app. */
async function share(page: Page, text: string): Promise<void> {
  await page.evaluate(async (shared) => {
    const form = document.createElement('form');
    Object.assign(form, { method: 'POST', action: '/share', enctype: 'multipart/form-data' });
    const field = Object.assign(document.createElement('input'), { name: 'text', value: shared });
    const title = Object.assign(document.createElement('input'), { name: 'title', value: 'Clouds' });
    const files = Object.assign(document.createElement('input'), { name: 'files', type: 'file' });
    const canvas = new OffscreenCanvas(64, 64);
    canvas.getContext('2d')?.fillRect(0, 0, 32, 32);
    const transfer = new DataTransfer();
    transfer.items.add(new File([await canvas.convertToBlob()], 'sky.png', { type: 'image/png' }));
    files.files = transfer.files;
    form.append(field, title, files);
    document.body.append(form);
    form.submit();
  }, text);
}
