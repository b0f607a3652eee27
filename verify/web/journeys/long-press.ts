import type { CDPSession, Locator, Page } from 'playwright-core';
import { topicAddress } from '../scenes/addresses.ts';
import { composer, messageWith, openConversation } from '../support/app.ts';
import { eventually } from '../support/eventually.ts';
import type { Journey } from './journey.ts';

/** Times that a finger stays down after the menu has opened under it. */
const HOLDS_MS = [0, 100, 200, 400, 700, 1000];

/** A finger that opens a menu by resting on a row chooses nothing when it is lifted; the next tap does. */
export const longPress: Journey = {
  name: 'long-press',
  run: async ({ visit }) => {
    const { page, context } = await visit({ viewport: 'phone' });
    const finger = await context.newCDPSession(page);
    await openConversation(page, topicAddress('dome', 'rain sensor: false alarms in fog'));
    const message = messageWith(page, 'The drizzle of last week');
    for (const hold of HOLDS_MS) {
      await restOn(page, finger, message, hold);
      await page.keyboard.press('Escape');
      await menuIs(page, 'closed');
    }
    if ((await composer(page).inputValue()) !== '') throw new Error('The release has quoted the message.');
    await restOn(page, finger, message, 0);
    await page.getByRole('menuitem', { name: 'Star' }).tap();
    await menuIs(page, 'closed');
    await message.getByText('Starred').waitFor();
  },
};

/** Puts a finger on a row, holds it on after the menu has opened, and lifts it. */
async function restOn(page: Page, finger: CDPSession, row: Locator, holdMs: number): Promise<void> {
  await row.scrollIntoViewIfNeeded();
  const box = await row.boundingBox();
  if (box === null) throw new Error('The row is not on the screen.');
  const point = { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + Math.min(box.height / 2, 30)) };
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
  await menuIs(page, 'open');
  await page.waitForTimeout(holdMs);
  const under = await entryUnder(page, point);
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  // The browser answers after it has handled the release and painted.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  if ((await page.getByRole('menu').count()) === 0)
    throw new Error(`Held for ${holdMs} ms after the menu opened, the release has chosen “${under}”.`);
}

/** The entry below the finger; a menu takes its place after it has appeared. */
function entryUnder(page: Page, point: { readonly x: number; readonly y: number }): Promise<string> {
  return eventually(async () => {
    const under = await page.evaluate(
      ({ x, y }) =>
        document.elementFromPoint(x, y)?.closest('[role=menuitem], [role=menuitemradio]')?.textContent,
      point,
    );
    if (under === undefined) throw new Error('No entry of the menu lies below the finger.');
    return under;
  });
}

async function menuIs(page: Page, wanted: 'open' | 'closed'): Promise<void> {
  await eventually(async () => {
    const isOpen = (await page.getByRole('menu').count()) > 0;
    if (isOpen !== (wanted === 'open')) throw new Error(`The menu is not ${wanted}.`);
  });
}
