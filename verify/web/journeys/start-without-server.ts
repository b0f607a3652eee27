import { topicAddress } from '../scenes/addresses.ts';
import { messageWith, openConversation, stored } from '../support/app.ts';
import { say } from '../support/server-side.ts';
import type { KillingJourney } from './journey.ts';

const ADDRESS = topicAddress('seeing', 'light curve script');

/** The page and the last conversation open while the server is away; the rest arrives when it is back. */
export const startWithoutServer: KillingJourney = {
  name: 'start-without-server',
  hasWorker: true,
  killsServer: true,
  run: async ({ stage, visit, expectProblems }) => {
    expectProblems(/Failed to load resource|WebSocket/);
    const { page, context } = await visit();
    await openConversation(page, ADDRESS);
    await messageWith(page, 'This is all I use').waitFor();
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await stored(page, 'This is all I use');
    await page.close();
    await stage.kill();
    const again = await context.newPage();
    await again.goto(`/${ADDRESS}`);
    await messageWith(again, 'This is all I use').waitFor();
    await stage.start();
    await say(stage.cast, 'Kenji', 'seeing', 'light curve script', 'Said when the server was back');
    await messageWith(again, 'Said when the server was back').waitFor();
  },
};
