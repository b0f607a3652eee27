import { topicAddress } from '../scenes/addresses.ts';
import { messageWith, openConversation, stored } from '../support/app.ts';
import { say } from '../support/server-side.ts';
import type { Journey } from './journey.ts';

/** A second start shows the conversation without a registration, and receives what came meanwhile. */
export const reloadPaintsFromDisk: Journey = {
  name: 'reload-paints-from-disk',
  hasWorker: true,
  run: async ({ stage, visit }) => {
    const { page, context } = await visit();
    await openConversation(page, topicAddress('seeing', 'light curve script'));
    await messageWith(page, 'This is all I use').waitFor();
    await stored(page, 'This is all I use');
    await page.close();
    await say(stage.cast, 'Kenji', 'seeing', 'light curve script', 'Said while the page was closed');
    const again = await context.newPage();
    const requests: string[] = [];
    again.on('request', (request) => requests.push(new URL(request.url()).pathname));
    await again.goto(`/${topicAddress('seeing', 'light curve script')}`);
    await messageWith(again, 'This is all I use').waitFor();
    await messageWith(again, 'Said while the page was closed').waitFor();
    if (requests.includes('/json/register')) throw new Error('The page registered again.');
  },
};
