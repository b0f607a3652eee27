import type { Page } from 'playwright-core';
import { topicAddress } from '../scenes/addresses.ts';
import { composer, messageWith, openConversation } from '../support/app.ts';
import { eventuallyEqual } from '../support/eventually.ts';
import { newestMessages, sentOnce } from '../support/server-side.ts';
import { workerEventsOf } from '../support/service-worker.ts';
import type { KillingJourney } from './journey.ts';

const TEXTS = ['Left with the page, first', 'Left with the page, second'];

/**
 * Texts that wait for the server leave when it is back, with every page closed; once, in their order, and the next page
 * finds them as messages. The journey calls the worker in place of the browser.
 */
export const sentWhileClosed: KillingJourney = {
  name: 'sent-while-closed',
  hasWorker: true,
  killsServer: true,
  run: async ({ stage, visit, expectProblems }) => {
    expectProblems(/Failed to load resource|WebSocket/);
    const { page, context } = await visit();
    await context.addInitScript(keepWishes);
    const place = topicAddress('dome', 'night plan');
    await openConversation(page, place);
    await stage.kill();
    for (const text of TEXTS) {
      await composer(page).fill(text);
      await composer(page).press('Control+Enter');
      await messageWith(page, text).getByText('Waits for the network').waitFor();
    }
    await eventuallyEqual('wishes told to the browser', () => wishesOf(page), ['parley-outbox']);
    const { session, registrationId, origin } = await workerEventsOf(context, page, stage.url);
    await page.goto('about:blank');
    await stage.start();
    const unsent = (await newestMessages(stage.cast.as('Iris'))).filter(({ content }) =>
      TEXTS.includes(content),
    );
    if (unsent.length > 0) throw new Error('They were sent without a page and without the worker.');
    await session.send('ServiceWorker.dispatchSyncEvent', {
      origin,
      registrationId,
      tag: 'parley-outbox',
      lastChance: false,
    });
    const ids: number[] = [];
    for (const text of TEXTS) ids.push((await sentOnce(stage.cast, text)).id);
    if (String(ids) !== String(ids.toSorted((a, b) => a - b))) throw new Error('They are out of order.');

    await openConversation(page, place);
    for (const text of TEXTS) {
      await messageWith(page, text).waitFor();
      await eventuallyEqual(`rows with “${text}”`, () => messageWith(page, text).count(), 1);
      await sentOnce(stage.cast, text);
    }
  },
};

type Wisher = { wishes?: string[] };

/** Runs in the page: Chromium without a window has no Background Sync, so a list takes the place of the browser's. */
function keepWishes(): void {
  const manager = (globalThis as unknown as { SyncManager: { prototype: object } }).SyncManager;
  Object.assign(manager.prototype, {
    register: (tag: string) => {
      ((globalThis as Wisher).wishes ??= []).push(tag);
      return Promise.resolve();
    },
  });
}

async function wishesOf(page: Page): Promise<readonly string[]> {
  return [...new Set(await page.evaluate(() => (globalThis as Wisher).wishes ?? []))];
}
