import type { Page } from 'playwright-core';
import { channelTopicsAddress, directAddress, topicAddress } from '../scenes/addresses.ts';
import {
  composer,
  messageWith,
  openConversation,
  openView,
  partsStored,
  select,
  stored,
} from '../support/app.ts';
import { eventually, eventuallyEqual } from '../support/eventually.ts';
import { newestMessages, say, sentOnce } from '../support/server-side.ts';
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
const IN_A_HURRY = 'Seen in a hurry';
const ON_THE_WAY = 'Seen on the way';

/**
 * Messages seen in the last second before the page is left are read. Without a network every view opens, messages
 * of the device are found, pictures that were shown are shown, and three texts, a reaction and a read message wait, behind a reload too, and arrive once.
 */
export const aDayOffline: Journey = {
  name: 'a-day-offline',
  hasWorker: true,
  run: async ({ stage, visit }) => {
    const { cast } = stage;
    const { page, context } = await visit({ viewport: 'phone' });
    const [cover, plan] = [topicAddress('dome', 'mirror cover'), topicAddress('dome', 'night plan')];
    const bram = directAddress('Bram')(cast);
    const isRead = async (text: string) =>
      (await newestMessages(cast.as('Iris'))).find(({ content }) => content === text)?.flags.includes('read');

    await openConversation(page, cover);
    await say(cast, 'Dara', 'dome', 'mirror cover', IN_A_HURRY);
    await messageWith(page, IN_A_HURRY).waitFor();
    await untilSeen(page, IN_A_HURRY);
    await page.goto('about:blank');
    await eventuallyEqual('read in a hurry', () => isRead(IN_A_HURRY), true);

    for (const address of [plan, bram, cover]) await openConversation(page, address);
    await openView(page, '#inbox');
    await say(cast, 'Dara', 'dome', 'night plan', ON_THE_WAY);
    await partsStored(page);
    await stored(page, ON_THE_WAY);
    await openConversation(page, cover);
    await pictureShown(page);
    await picturesKept(page);
    await openView(page, '#inbox');
    const browser = await context.newCDPSession(page);
    await browser.send('Network.clearBrowserCache');
    await context.setOffline(true);
    for (const view of VIEWS) {
      await goTo(page, view);
      await page.locator('#main').getByRole('heading').first().waitFor();
      await barAtBottom(page);
    }
    await page.reload();
    await goTo(page, cover);
    await pictureShown(page);
    await goTo(page, '#narrow/search/lunch');
    await page.getByText('on this device').waitFor();
    await messageWith(page, 'I can look after lunch').waitFor();

    for (const [n, address] of [cover, bram, plan].entries()) {
      await goTo(page, address);
      await composer(page).fill(`Written offline ${n}`);
      await page.getByRole('button', { name: 'Queue', exact: true }).click();
      await messageWith(page, `Written offline ${n}`).getByText('Waits for the network').waitFor();
    }
    await untilSeen(page, ON_THE_WAY);
    await select(messageWith(page, ON_THE_WAY));
    await page.keyboard.press('+');
    await messageWith(page, ON_THE_WAY).getByRole('button', { name: /you/ }).waitFor();
    if ((await isRead(ON_THE_WAY)) === true) throw new Error('The network was not away.');
    await page.reload();
    await messageWith(page, ON_THE_WAY).getByRole('button', { name: /you/ }).waitFor();

    await context.setOffline(false);
    for (const n of [0, 1, 2]) await sentOnce(cast, `Written offline ${n}`);
    await eventuallyEqual('read offline', () => isRead(ON_THE_WAY), true);
    const reactions = async () =>
      (await newestMessages(cast.as('Iris'))).find(({ content }) => content === ON_THE_WAY)?.reactions.length;
    await eventuallyEqual('reactions', reactions, 1);
  },
};

/** Waits until a picture of the conversation is painted, from wherever it came. */
async function pictureShown(page: Page): Promise<void> {
  await page.locator('[role=feed] a[data-do=picture] img').first().scrollIntoViewIfNeeded();
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLImageElement>('[role=feed] a[data-do=picture] img')].some(
      ({ complete, naturalWidth }) => complete && naturalWidth > 0,
    ),
  );
}

/** Waits until the worker has kept the pictures that were shown; the first page has begun without it. */
async function picturesKept(page: Page): Promise<void> {
  await eventually(async () => {
    await page.reload();
    await pictureShown(page);
    const count = await page.evaluate(async () => {
      const kept = await (await caches.open('parley-pictures')).keys();
      return kept.filter(({ url }) => url.includes('/user_uploads/')).length;
    });
    if (count === 0) throw new Error('No picture is kept.');
  });
}

async function goTo(page: Page, address: string): Promise<void> {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, address);
}

/** Waits until the page counts a message as read, and not until it has told the server. */
async function untilSeen(page: Page, text: string): Promise<void> {
  const id = Number(await messageWith(page, text).getAttribute('data-id'));
  await page.waitForFunction((messageId) => {
    const { parley } = globalThis as unknown as {
      parley: { messages: { get(id: number): { readonly flags: readonly string[] } | undefined } };
    };
    return parley.messages.get(messageId)?.flags.includes('read') === true;
  }, id);
}

/** The bar of a phone stays at the bottom, whatever the view does. */
async function barAtBottom(page: Page): Promise<void> {
  const bar = await page.getByRole('navigation', { name: 'Main' }).boundingBox();
  const height = page.viewportSize()?.height ?? 0;
  if (bar === null || Math.abs(bar.y + bar.height - height) > 1)
    throw new Error('The bar is not at the bottom.');
}
