import { topicAddress } from '../scenes/addresses.ts';
import { composer, messageWith, openConversation } from '../support/app.ts';
import { say, sentOnce } from '../support/server-side.ts';
import type { Journey } from './journey.ts';

const TEXTS = ['First without a network', 'Second without a network', 'Third without a network'];

/** Messages written without a network are sent once, in their order, when it is back. */
export const offlineWriting: Journey = {
  name: 'offline-writing',
  run: async ({ stage, visit }) => {
    const { page, context } = await visit();
    await openConversation(page, topicAddress('dome', 'night plan'));
    await context.setOffline(true);
    for (const text of TEXTS) {
      await composer(page).fill(text);
      await composer(page).press('Control+Enter');
      await messageWith(page, text).waitFor();
    }
    await say(stage.cast, 'Dara', 'dome', 'night plan', 'Said while Iris was away');
    await context.setOffline(false);
    const ids: number[] = [];
    for (const text of TEXTS) ids.push((await sentOnce(stage.cast, text)).id);
    if (String(ids) !== String(ids.toSorted((a, b) => a - b))) throw new Error('They are out of order.');
    await messageWith(page, 'Said while Iris was away').waitFor();
  },
};
