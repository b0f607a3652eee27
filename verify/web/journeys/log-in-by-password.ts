import type { Page } from 'playwright-core';
import { PASSWORD } from '../support/sample.ts';
import { passwordForm, sidebar } from '../support/app.ts';
import { settle } from '../support/settle.ts';
import type { Journey } from './journey.ts';

/**
 * The form stands still from when it is there, on a slow network too. A wrong password is refused with a sentence and keeps the
 * choice of a shared computer; the right one leads in.
 */
export const logInByPassword: Journey = {
  name: 'log-in-by-password',
  hasWorker: true,
  run: async ({ visit, expectProblems }) => {
    expectProblems(/status of 40[013]/);
    const { page } = await visit({ user: undefined });
    const readShifts = await watchShifts(page);
    await page.goto('/');
    await passwordForm(page);
    await settle(page);
    // A press whose button moves away under the pointer is lost.
    const shifts = await readShifts();
    if (shifts > 0) throw new Error(`The form moved ${shifts} times after it was there.`);
    await page.getByLabel('E-mail').fill('iris@observatory.example');
    await page.getByLabel('Password', { exact: true }).fill('not this one');
    await page.getByLabel('This is a shared computer').check();
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    // The alert is there before it says anything, and the answer empties the field.
    await page.getByRole('alert').filter({ hasText: 'wrong' }).waitFor();
    if (!(await page.getByLabel('This is a shared computer').isChecked()))
      throw new Error('The computer is no longer a shared one.');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await sidebar(page).getByText('Iris Lindqvist').waitFor();
    const databases = await page.evaluate(async () => (await indexedDB.databases()).length);
    if (databases > 0) throw new Error('A shared computer keeps data.');
  },
};

/** Time until each script comes, in which the browser paints what it has. */
const SCRIPT_DELAY_MS = 300;

/** Lets scripts come late, and counts how often a part that is painted already moves. */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.route('**/*.js', async (route) => {
    await new Promise((resolve) => {
      setTimeout(resolve, SCRIPT_DELAY_MS);
    });
    await route.continue();
  });
  await page.addInitScript(() => {
    const shifts: PerformanceEntry[] = [];
    new PerformanceObserver((list) => shifts.push(...list.getEntries())).observe({
      type: 'layout-shift',
      buffered: true,
    });
    Object.assign(globalThis, { shifts });
  });
  return () => page.evaluate(() => (globalThis as unknown as { shifts: readonly unknown[] }).shifts.length);
}
