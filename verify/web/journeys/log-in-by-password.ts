import { PASSWORD } from '../support/sample.ts';
import { passwordForm, sidebar } from '../support/app.ts';
import type { Journey } from './journey.ts';

/** A wrong password is refused with a sentence and keeps the choice of a shared computer; the right one leads in. */
export const logInByPassword: Journey = {
  name: 'log-in-by-password',
  hasWorker: true,
  run: async ({ visit, expectProblems }) => {
    expectProblems(/status of 40[013]/);
    const { page } = await visit({ user: undefined });
    await page.goto('/');
    await passwordForm(page);
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
