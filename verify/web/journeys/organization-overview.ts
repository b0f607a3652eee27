import { openView } from '../support/app.ts';
import type { Journey } from './journey.ts';

/** An owner sees the organization in figures; an export of another browser waits there, and leads to its page. */
export const organizationOverview: Journey = {
  name: 'organization-overview',
  run: async ({ visit }) => {
    const { page } = await visit();
    await openView(page, '#organization');
    await page.getByText(/^Owned by Iris Lindqvist/).waitFor();
    await page.getByText('Nothing. All is well.').waitFor();
    const { page: second } = await visit();
    await openView(second, '#organization/data');
    await second.getByRole('button', { name: 'New export' }).click();
    await second.getByRole('dialog', { name: 'New export' }).getByRole('button', { name: 'Export' }).click();
    await second.getByRole('button', { name: /^Download the export of/ }).waitFor();
    await openView(page, '#organization/people');
    await openView(page, '#organization/overview');
    const line = page.getByRole('listitem').filter({ hasText: /^An export is ready/ });
    await line.getByRole('link', { name: 'Data' }).click();
    await page.getByRole('button', { name: /^Download the export of/ }).waitFor();
  },
};
