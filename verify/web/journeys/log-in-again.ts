import { getUsers } from '@parley/contract/endpoints/users.ts';
import { openView } from '../support/app.ts';
import { eventuallyEqual } from '../support/eventually.ts';
import type { Journey } from './journey.ts';

/** An owner with an old log-in makes an administrator: gives it up, then logs in again, and both tabs go on. */
export const logInAgain: Journey = {
  name: 'log-in-again',
  run: async ({ stage, visit, expectProblems }) => {
    expectProblems(/status of 40[013]/);
    const { page, context } = await visit();
    const second = await context.newPage();
    await openView(second, '#organization/people');
    await openView(page, '#organization/people');
    const role = async () => {
      const { members } = await stage.cast.as('Dara').call(getUsers, {});
      return members.find(({ user_id: id }) => id === stage.cast.idOf('Bram'))?.role;
    };
    const promote = async () => {
      await page
        .getByRole('row', { name: /Bram Okafor/ })
        .getByRole('button', { name: /role of/ })
        .click();
      await page.getByRole('menuitemradio', { name: 'Administrator' }).click();
    };
    const before = await role();
    await stage.ageLogIns();
    await promote();
    const dialog = page.getByRole('dialog', { name: 'Log in again' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Log in again, then repeat the request.').waitFor();
    await eventuallyEqual('the role without a log-in', role, before);
    await promote();
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.waitFor({ state: 'detached' });
    await eventuallyEqual('the role after the log-in', role, 200);
    for (const tab of [page, second])
      await tab
        .getByRole('row', { name: /Bram Okafor/ })
        .getByRole('button', { name: /^Administrator.*role of/ })
        .waitFor();
  },
};
