import { topicAddress } from '../scenes/addresses.ts';
import { messageWith, openConversation } from '../support/app.ts';
import type { Journey } from './journey.ts';

const MESSAGES = /\/json\/messages\?/;

/** A conversation whose messages take long shows grey rows; one that cannot be fetched says why, and tries again. */
export const firstPageWaits: Journey = {
  name: 'first-page-waits',
  run: async ({ visit, expectProblems }) => {
    expectProblems(/status of 400/);
    const { page } = await visit();
    await openConversation(page, topicAddress('dome', 'night plan'));
    const held = Promise.withResolvers<void>();
    let mode: 'held' | 'refused' = 'held';
    await page.route(MESSAGES, async (route) => {
      if (mode === 'held') await held.promise;
      if (mode === 'held') await route.continue();
      else
        await route.fulfill({ status: 400, json: { result: 'error', msg: 'Planted.', code: 'BAD_REQUEST' } });
    });
    await page.goto(`/${topicAddress('dome', 'mirror cover')}`);
    await page.locator('[data-list]:not([data-hidden]) [data-waiting]').waitFor();
    held.resolve();
    await messageWith(page, 'I can look after lunch').waitFor();
    if ((await page.locator('[data-list]:not([data-hidden]) [data-waiting]').count()) > 0)
      throw new Error('The grey rows stay beside messages.');
    mode = 'refused';
    await page.goto(`/${topicAddress('dome', 'a topic nobody opened')}`);
    const retry = page.getByRole('alert').getByRole('button', { name: 'Try again' });
    await retry.waitFor();
    await page.unroute(MESSAGES);
    await retry.click();
    await page.getByText('Nothing here yet').waitFor();
  },
};
