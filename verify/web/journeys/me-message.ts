import { topicAddress } from '../scenes/addresses.ts';
import { messageWith, openConversation, openView } from '../support/app.ts';
import { say } from '../support/server-side.ts';
import type { Journey } from './journey.ts';

/** A message about its sender names the sender, in the conversation and in lists. */
export const meMessage: Journey = {
  name: 'me-message',
  run: async ({ stage, visit }) => {
    await say(stage.cast, 'Bram', 'dome', 'night plan', 'Good evening');
    await say(stage.cast, 'Bram', 'dome', 'night plan', '/me waves');
    const { page } = await visit({ isUnfocused: true });
    await openConversation(page, topicAddress('dome', 'night plan'));
    await messageWith(page, 'waves').getByRole('button', { name: 'Bram Okafor' }).waitFor();
    await openView(page, '#recent');
    const row = page.getByRole('main').getByRole('listitem').filter({ hasText: 'night plan' }).first();
    await row.getByText('Bram waves').waitFor();
  },
};
