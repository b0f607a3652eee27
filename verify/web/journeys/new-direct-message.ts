import { messageWith, newConversation, openView } from '../support/app.ts';
import { sentOnce, tell } from '../support/server-side.ts';
import type { Journey } from './journey.ts';

/** A direct message to a user without a conversation so far, and the answer. */
export const newDirectMessage: Journey = {
  name: 'new-direct-message',
  run: async ({ stage, visit }) => {
    const { page } = await visit();
    await openView(page, '#inbox');
    await newConversation(page, ['Kenji'], 'Do you have the big ladder?');
    await sentOnce(stage.cast, 'Do you have the big ladder?', 'Kenji');
    await tell(stage.cast, 'Kenji', ['Iris'], 'It is in the cellar.');
    await messageWith(page, 'It is in the cellar.').waitFor();
  },
};
