import type { Locator, Page } from 'playwright-core';
import { eventually } from './eventually.ts';

/** Parts of the client as a user finds them: by role and name. */

export function composer(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Message', exact: true });
}

export function sendButton(page: Page): Locator {
  return page.getByRole('button', { name: 'Send', exact: true });
}

export function messageWith(page: Page, text: string): Locator {
  return page.getByRole('article').filter({ hasText: text });
}

export function sidebar(page: Page): Locator {
  return page.getByRole('navigation', { name: 'Channels and conversations' });
}

/** Opens a view by its address and waits until its list of messages is there. */
export async function openConversation(page: Page, address: string): Promise<void> {
  await openAddress(page, address);
  await page.getByRole('feed').getByRole('article').first().waitFor();
}

/** A server without a free connection to its database asks to come again. */
async function openAddress(page: Page, address: string): Promise<void> {
  await eventually(async () => {
    const response = await page.goto(`/${address}`);
    if (response?.status() === 503) throw new Error('The server is busy.');
  });
}

/** Opens a view by its address; its keys work as soon as its heading is there. */
export async function openView(page: Page, address: string): Promise<void> {
  await openAddress(page, address);
  await page.locator('#main').getByRole('heading').first().waitFor();
}

/** Waits until the page has stored a message, which it does at once when it is hidden. */
export async function stored(page: Page, text: string): Promise<void> {
  await eventually(async () => {
    const portions = await page.evaluate(async () => {
      dispatchEvent(new Event('pagehide'));
      const [first] = await indexedDB.databases();
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(first?.name ?? '');
        opening.addEventListener('success', () => resolve(opening.result));
        opening.addEventListener('error', () => reject(opening.error ?? new Error('no database')));
      });
      const read = database.transaction('messages').objectStore('messages').getAll();
      await new Promise((resolve) => read.addEventListener('success', resolve));
      database.close();
      return read.result as string[];
    });
    if (!portions.some((portion) => portion.includes(text))) throw new Error(`“${text}” is not stored.`);
  });
}

/** Writes a message in the open conversation and sends it with the button. */
export async function write(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await sendButton(page).click();
}

/** Focuses a message, as the keyboard would. Rows that are drawn again meanwhile lose the focus. */
export async function select(message: Locator): Promise<void> {
  await eventually(async () => {
    await message.scrollIntoViewIfNeeded();
    await message.focus();
    if (!(await message.evaluate((row) => row === document.activeElement)))
      throw new Error('The message is not in focus.');
  });
}

/** Shows the form for e-mail and password; a demo shows its sample users first. */
export async function passwordForm(page: Page): Promise<void> {
  const other = page.getByText('Log in with a password');
  await other.or(page.getByLabel('E-mail')).first().waitFor();
  if (await other.isVisible()) await other.click();
  await page.getByLabel('E-mail').waitFor();
}

/** Starts a direct conversation by keys: users are found by their first names. */
export async function newConversation(page: Page, keys: readonly string[], text: string): Promise<void> {
  await page.locator('body').press('x');
  const users = page.getByRole('combobox').first();
  await users.waitFor();
  for (const key of keys) {
    await users.pressSequentially(key);
    await page
      .getByRole('option', { name: new RegExp(key) })
      .first()
      .waitFor();
    await page.keyboard.press('Enter');
  }
  await composer(page).fill(text);
  await sendButton(page).click();
}

export type NewFile = { readonly name: string; readonly type: string; readonly text: string };

/** Drops a file on an element. */
export async function dropFile(target: Locator, file: NewFile): Promise<void> {
  await target.evaluate((element, { name, type, text }) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([text], name, { type }));
    for (const kind of ['dragenter', 'dragover', 'drop'])
      element.dispatchEvent(new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true }));
  }, file);
}

/** Pastes a small picture into an element. */
export async function pastePicture(target: Locator): Promise<void> {
  await target.evaluate(async (element) => {
    const canvas = new OffscreenCanvas(320, 200);
    const context = canvas.getContext('2d');
    context?.fillRect(20, 20, 200, 100);
    const picture = await canvas.convertToBlob({ type: 'image/png' });
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File([picture], 'image.png', { type: 'image/png' }));
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
}

/** Pastes a text into a field; the browser inserts what the page leaves to it. */
export async function pasteText(target: Locator, text: string): Promise<void> {
  await target.focus();
  await target.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    if (element.dispatchEvent(event)) document.execCommand('insertText', false, pasted);
  }, text);
}

/** Waits until the worker has stored the parts of all views, which it does while the page is idle. */
export async function partsStored(page: Page): Promise<void> {
  await eventually(async () => {
    const names = await page.evaluate(async () => {
      const [first = ''] = (await caches.keys()).filter((name) => name.startsWith('parley-shell'));
      const cache = await caches.open(first);
      return (await cache.keys()).map(({ url }) => url);
    });
    for (const part of ['settings-view', 'you-view', 'search-view', 'linkifiers', 'katex'])
      if (!names.some((name) => name.includes(part))) throw new Error(`${part} is not stored.`);
  });
}
