import { openView } from '../support/app.ts';
import type { Journey } from './journey.ts';

/** An owner ends the organization with a date: everybody is out at once, and its address leads nowhere. */
export const endOrganization: Journey = {
  name: 'end-organization',
  run: async ({ visit, expectProblems }) => {
    expectProblems(/status of 40[14]/);
    const { page: second } = await visit({ user: 'Bram' });
    await openView(second, '#inbox');
    const { page } = await visit();
    await openView(page, '#organization/data');
    await page.getByRole('button', { name: 'Delete…' }).click();
    await page.getByLabel('Type the name of the organization').fill('Observatory');
    await page.getByRole('button', { name: 'Deactivate now, delete later' }).click();
    for (const browser of [page, second]) {
      await browser.getByText('There is no organization at this address.').waitFor();
      await browser.reload();
      await browser.getByText('There is no organization at this address.').waitFor();
    }
  },
};
