import { topicAddress } from '../scenes/addresses.ts';
import { composer, openConversation, sidebar } from '../support/app.ts';
import { eventuallyEqual } from '../support/eventually.ts';
import type { Journey } from './journey.ts';

/** After logging out nothing of the conversation is left in the browser, and the cookie is worth nothing. */
export const logOutClears: Journey = {
  name: 'log-out-clears',
  run: async ({ stage, visit, expectProblems }) => {
    expectProblems(/status of 40[013]/);
    const { page, context } = await visit();
    await openConversation(page, topicAddress('dome', 'mirror cover'));
    await composer(page).fill('A draft of mine');
    await page.evaluate(() => localStorage.setItem('parley.compose.test', '{}'));
    const before = await context.cookies();
    await sidebar(page).getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await page
      .getByText(/Log in/)
      .first()
      .waitFor();
    const kept = () =>
      page.evaluate(async () => ({
        databases: (await indexedDB.databases()).length,
        caches: (await caches.keys()).length,
        items: [...Object.keys(localStorage), ...Object.keys(sessionStorage)],
      }));
    await eventuallyEqual('data in the browser', kept, { databases: 0, caches: 0, items: ['parley-look'] });
    await context.addCookies(before);
    const response = await context.request.get(`${stage.url}/json/users/me`, {
      headers: { origin: stage.url, 'x-parley': 'web' },
    });
    if (response.ok()) throw new Error('The cookie of the ended session still works.');
    // The page follows no events since the log-out, so there is nothing to compare it with.
    await page.close();
  },
};
