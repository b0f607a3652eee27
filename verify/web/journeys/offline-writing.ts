import { topicAddress } from '../scenes/addresses.ts';
import { composer, messageWith, openConversation, sendButton } from '../support/app.ts';
import { say, sentOnce } from '../support/server-side.ts';
import type { Journey } from './journey.ts';

const TEXTS = ['First without a network', 'Second without a network', 'Third without a network'];

/** A page says that it is offline within this time, on a busy machine. */
const NOTICED_MS = 10_000;

/** Messages written without a network wait in the queue, and are sent once, in their order, when it is back. */
export const offlineWriting: Journey = {
  name: 'offline-writing',
  hasWorker: true,
  run: async ({ stage, visit }) => {
    const { page, context } = await visit();
    await openConversation(page, topicAddress('dome', 'night plan'));
    await context.setOffline(true);
    const note = page.getByText(/Working offline/).filter({ visible: true });
    await note.waitFor({ timeout: NOTICED_MS });
    for (const text of TEXTS) {
      await composer(page).fill(text);
      await page.getByRole('button', { name: 'Queue', exact: true }).click();
      await messageWith(page, text).waitFor();
    }
    for (const text of TEXTS) await messageWith(page, text).getByText('Waits for the network').waitFor();
    await say(stage.cast, 'Dara', 'dome', 'night plan', 'Said while Iris was away');
    await context.setOffline(false);
    const ids: number[] = [];
    for (const text of TEXTS) ids.push((await sentOnce(stage.cast, text)).id);
    if (String(ids) !== String(ids.toSorted((a, b) => a - b))) throw new Error('They are out of order.');
    await messageWith(page, 'Said while Iris was away').waitFor();
    await note.waitFor({ state: 'hidden' });
    await sendButton(page).waitFor();
  },
};
