import { messageWith, newConversation, openView } from '../support/app.ts';
import { sentOnce, tell } from '../support/server-side.ts';
import type { Journey } from './journey.ts';

/** A conversation of four users. */
export const newGroup: Journey = {
  name: 'new-group',
  run: async ({ stage, visit }) => {
    const { page } = await visit();
    await openView(page, '#inbox');
    await newConversation(page, ['Kenji', 'Frieda', 'Leila'], 'Who brings the soup?');
    await sentOnce(stage.cast, 'Who brings the soup?', 'Leila');
    await tell(stage.cast, 'Frieda', ['Iris', 'Kenji', 'Leila'], 'I do.');
    await messageWith(page, 'I do.').waitFor();
  },
};
