import { deactivateUser } from '@parley/contract/endpoints/users.ts';
import { topicAddress } from '../scenes/addresses.ts';
import { composer, openConversation, stored } from '../support/app.ts';
import { eventuallyEqual } from '../support/eventually.ts';
import type { Journey } from './journey.ts';

/** A browser whose user is deactivated keeps nothing of the conversations, in all its tabs. */
export const revokedSessionClears: Journey = {
  name: 'revoked-session-clears',
  hasWorker: true,
  run: async ({ stage, visit, expectProblems }) => {
    expectProblems(/status of 40[013]/);
    const { page, context } = await visit({ user: 'Bram' });
    await openConversation(page, topicAddress('dome', 'mirror cover'));
    const second = await context.newPage();
    await openConversation(second, topicAddress('dome', 'night plan'));
    await composer(page).fill('A draft of mine');
    await stored(page, 'mirror');
    const { cast } = stage;
    await cast.as('Iris').call(deactivateUser, { user_id: cast.idOf('Bram') });
    for (const tab of [page, second])
      await tab
        .getByText(/Log in/)
        .first()
        .waitFor();
    const kept = () =>
      page.evaluate(async () => ({
        databases: (await indexedDB.databases()).length,
        items: [...Object.keys(localStorage), ...Object.keys(sessionStorage)].filter(
          (key) => key.startsWith('parley') && key !== 'parley-look',
        ),
      }));
    await eventuallyEqual('data in the browser', kept, { databases: 0, items: [] });
    // The pages follow no events since the end, so there is nothing to compare them with.
    await context.close();
  },
};
