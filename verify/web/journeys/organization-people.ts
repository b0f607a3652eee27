import { getUsers } from '@parley/contract/endpoints/users.ts';
import { openView } from '../support/app.ts';
import { eventually, eventuallyEqual } from '../support/eventually.ts';
import type { Journey } from './journey.ts';

/** An owner makes a member a moderator, renames and deactivates a person, and takes all of it back. */
export const organizationPeople: Journey = {
  name: 'organization-people',
  run: async ({ stage, visit, expectProblems }) => {
    const { page } = await visit();
    const stored = async (key: string) => {
      const { members } = await stage.cast.as('Iris').call(getUsers, {});
      return members.find(({ user_id: id }) => id === stage.cast.idOf(key));
    };
    await openView(page, '#organization/people');
    await page.getByRole('textbox', { name: 'Filter by name or e-mail' }).fill('bram');
    const row = page.getByRole('row', { name: /Bram Okafor/ });
    await row.getByRole('button', { name: /role of/ }).click();
    const before = (await stored('Bram'))?.role;
    await page.getByRole('menuitemradio', { name: 'Guest' }).click();
    await eventuallyEqual('the role at the server', async () => (await stored('Bram'))?.role, 600);
    await page.getByRole('button', { name: 'Undo' }).click();
    await eventuallyEqual('the role after Undo', async () => (await stored('Bram'))?.role, before);

    await row.getByRole('button', { name: /^Actions for/ }).click();
    await page.getByRole('menuitem', { name: 'Change name' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Bram O.');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await eventuallyEqual('the name at the server', async () => (await stored('Bram'))?.full_name, 'Bram O.');

    // The session of the person ends at once.
    const { page: second, context } = await visit({ user: 'Bram' });
    expectProblems(/status of 40[013]/);
    await openView(second, '#inbox');
    await page
      .getByRole('row', { name: /Bram O\./ })
      .getByRole('button', { name: /^Actions for/ })
      .click();
    await page.getByRole('menuitem', { name: 'Deactivate' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click();
    await eventuallyEqual('the account at the server', async () => (await stored('Bram'))?.is_active, false);
    await second
      .getByText(/Log in/)
      .first()
      .waitFor();
    // Its pages follow no events since the end, so there is nothing to compare them with.
    await context.close();
    await page.getByRole('textbox', { name: 'Filter by name or e-mail' }).fill('');
    await page.getByRole('button', { name: /^Deactivated/ }).click();
    await page
      .getByRole('row', { name: /Bram O\./ })
      .getByRole('button', { name: /^Actions for/ })
      .click();
    await page.getByRole('menuitem', { name: 'Bring the account back' }).click();
    await eventually(async () => {
      if ((await stored('Bram'))?.is_active !== true) throw new Error('The account is not back.');
    });
  },
};
