import { getOwnUser } from '@parley/contract/endpoints/users.ts';
import { openView, passwordForm, sidebar } from '../support/app.ts';
import { eventually } from '../support/eventually.ts';
import { PASSWORD } from '../support/sample.ts';
import type { Journey } from './journey.ts';

const WEAK = 'password';
const NEW = 'a mirror in the fog, and nobody there';

/** The server refuses a wrong and a weak password in words; the new one ends all other log-ins and opens the door. */
export const changePassword: Journey = {
  name: 'change-password',
  run: async ({ stage, visit, expectProblems }) => {
    expectProblems(/status of 40[01]/);
    const { page } = await visit({ user: 'Chen' });
    await openView(page, '#settings/account');
    await page.getByRole('button', { name: 'Change password' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change password' });
    const change = async (before: string, after: string): Promise<void> => {
      await dialog.getByLabel('Present password').fill(before);
      await dialog.getByLabel('New password').fill(after);
      await dialog.getByRole('button', { name: 'Change', exact: true }).click();
    };
    await change('not this one', NEW);
    await dialog.getByText('This is not your password.').waitFor();
    await change(PASSWORD, WEAK);
    await dialog.getByText(/in a list of stolen passwords/).waitFor();
    await change(PASSWORD, NEW);
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('status').filter({ hasText: 'Password changed' }).waitFor();
    await eventually(async () => {
      const isOut = await stage.cast
        .as('Chen')
        .call(getOwnUser, {})
        .then(
          () => false,
          () => true,
        );
      if (!isOut) throw new Error('The program of the user is still logged in.');
    });
    // The sample user has no key any more with which the page could be compared.
    await page.goto('about:blank');

    const visitor = await visit({ user: undefined });
    await visitor.page.goto('/');
    await passwordForm(visitor.page);
    await visitor.page.getByLabel('E-mail').fill('chen@observatory.example');
    await visitor.page.getByLabel('Password', { exact: true }).fill(NEW);
    await visitor.page.getByRole('button', { name: 'Log in', exact: true }).click();
    await sidebar(visitor.page).getByText('Chen Wei').first().waitFor();
  },
};
