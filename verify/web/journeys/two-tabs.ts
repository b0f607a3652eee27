import { topicAddress } from '../scenes/addresses.ts';
import { messageWith, openConversation, write } from '../support/app.ts';
import { say, sentOnce } from '../support/server-side.ts';
import type { Journey } from './journey.ts';

/** Two tabs share one queue; when the first one is closed, the second goes on without a gap. */
export const twoTabs: Journey = {
  name: 'two-tabs',
  hasWorker: true,
  run: async ({ stage, visit }) => {
    const { page, context } = await visit();
    const address = topicAddress('dome', 'night plan');
    await openConversation(page, address);
    const second = await context.newPage();
    await openConversation(second, address);
    await say(stage.cast, 'Dara', 'dome', 'night plan', 'Seen in both tabs');
    await messageWith(page, 'Seen in both tabs').waitFor();
    await messageWith(second, 'Seen in both tabs').waitFor();
    await write(second, 'Written in the second tab');
    await messageWith(page, 'Written in the second tab').waitFor();
    await page.close();
    await say(stage.cast, 'Dara', 'dome', 'night plan', 'Said after the first tab was closed');
    await messageWith(second, 'Said after the first tab was closed').waitFor();
    await write(second, 'Written alone');
    await sentOnce(stage.cast, 'Written in the second tab');
    await sentOnce(stage.cast, 'Written alone');
  },
};
