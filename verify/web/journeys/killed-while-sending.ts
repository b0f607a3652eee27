import { topicAddress } from '../scenes/addresses.ts';
import { composer, messageWith, openConversation } from '../support/app.ts';
import { sentOnce } from '../support/server-side.ts';
import type { KillingJourney } from './journey.ts';

/** From the request to its answer, on a busy machine. */
const MAX_DELAY_MS = 40;

/** The server dies at a random moment of a send; the message is there once, in the page too. */
export const killedWhileSending: KillingJourney = {
  name: 'killed-while-sending',
  hasWorker: true,
  killsServer: true,
  run: async ({ stage, visit, expectProblems }) => {
    expectProblems(/Failed to load resource|WebSocket/);
    const { page } = await visit();
    await openConversation(page, topicAddress('dome', 'night plan'));
    const text = 'Written when the server died';
    await composer(page).fill(text);
    const asked = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().endsWith('/json/messages'),
    );
    await composer(page).press('Control+Enter');
    await asked;
    await new Promise((resolve) => setTimeout(resolve, MAX_DELAY_MS / 2));
    await stage.kill();
    await messageWith(page, text).waitFor();
    await stage.start();
    await sentOnce(stage.cast, text);
    await page.reload();
    await messageWith(page, text).waitFor();
    if ((await messageWith(page, text).count()) !== 1) throw new Error('The page shows it more than once.');
    await sentOnce(stage.cast, text);
  },
};
