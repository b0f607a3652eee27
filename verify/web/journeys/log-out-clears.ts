import { topicAddress } from '../scenes/addresses.ts';
import { composer, openConversation, sidebar } from '../support/app.ts';
import { eventuallyEqual } from '../support/eventually.ts';
import type { Journey } from './journey.ts';

const LOOK = '{"theme":"dark"}';

/**
 * After logging out nothing of the conversation is left in the browser, and the cookie is worth nothing. Choices about
 * the device stay.
 */
export const logOutClears: Journey = {
  name: 'log-out-clears',
  hasWorker: true,
  run: async ({ stage, visit, expectProblems }) => {
    expectProblems(/status of 40[013]/);
    const { page, context } = await visit();
    await page.addInitScript(abortFirstDeletion);
    await openConversation(page, topicAddress('dome', 'mirror cover'));
    await composer(page).fill('A draft of mine');
    await page.evaluate(() => localStorage.setItem('parley.compose.test', '{}'));
    await page.evaluate((look) => localStorage.setItem('parley-look', look), LOOK);
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
        items: [localStorage, sessionStorage].flatMap((storage) =>
          Object.keys(storage).map((key) => `${key}=${storage.getItem(key)}`),
        ),
      }));
    const expected = { databases: 0, caches: 0, items: [`parley-look=${LOOK}`] };
    await eventuallyEqual('data in the browser', kept, expected);
    await context.addCookies(before);
    const response = await context.request.get(`${stage.url}/json/users/me`, {
      headers: { origin: stage.url, 'x-parley': 'web' },
    });
    if (response.ok()) throw new Error('The cookie of the ended session still works.');
    // The page follows no events since the log-out, so there is nothing to compare it with.
    await page.close();
  },
};

/** The first deletion of a database fails, as one does while the browser clears the storage itself. */
function abortFirstDeletion(): void {
  const factory = indexedDB;
  const abort = (): IDBOpenDBRequest => {
    Reflect.deleteProperty(factory, 'deleteDatabase');
    const request = factory.open('aborted');
    request.addEventListener('upgradeneeded', () => request.transaction?.abort());
    return request;
  };
  Object.defineProperty(factory, 'deleteDatabase', { configurable: true, value: abort });
}
