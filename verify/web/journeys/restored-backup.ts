import { topicAddress } from '../scenes/addresses.ts';
import { composer, messageWith, openConversation, sendButton } from '../support/app.ts';
import { eventually } from '../support/eventually.ts';
import { newestMessages, say, sentOnce } from '../support/server-side.ts';
import type { KillingJourney } from './journey.ts';

const TEXT = 'Written before the restore';

/**
 * A backup is restored under a running server: the page loses the messages that the database lost, keeps an open text,
 * and receives what is said from then on.
 */
export const restoredBackup: KillingJourney = {
  name: 'restored-backup',
  hasWorker: true,
  killsServer: true,
  run: async ({ stage, visit, expectProblems }) => {
    expectProblems(/Failed to load resource|WebSocket/);
    const { page } = await visit();
    const sayInTopic = (text: string) => say(stage.cast, 'Dara', 'dome', 'night plan', text);
    await openConversation(page, topicAddress('dome', 'night plan'));
    await sayInTopic('Said before the backup');
    const restore = await stage.backUp();
    await eventually(() => newestMessages(stage.cast.as('Dara')));
    await sayInTopic('Said after the backup');
    await messageWith(page, 'Said after the backup').waitFor();
    await composer(page).fill(TEXT);
    await restore();
    await eventually(() => newestMessages(stage.cast.as('Dara')));
    await sayInTopic('Said after the restore');
    await messageWith(page, 'Said after the restore').waitFor();
    await messageWith(page, 'Said after the backup').waitFor({ state: 'detached' });
    await messageWith(page, 'Said before the backup').waitFor();
    await eventually(async () => {
      if ((await composer(page).inputValue()) !== TEXT) throw new Error('The text is gone.');
    });
    await sendButton(page).click();
    await sentOnce(stage.cast, TEXT);
    await messageWith(page, TEXT).waitFor();
  },
};
