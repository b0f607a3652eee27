import { getCustomProfileFields } from '@parley/contract/endpoints/profile-fields.ts';
import { openView } from '../support/app.ts';
import { eventuallyEqual } from '../support/eventually.ts';
import type { Journey } from './journey.ts';

/** An owner adds a list to all profiles, changes, orders and removes it; the own profile of a member has it at once. */
export const organizationFields: Journey = {
  name: 'organization-fields',
  run: async ({ stage: { cast }, visit }) => {
    const { page: member } = await visit({ user: 'Chen' });
    await openView(member, '#settings/profile');
    const { page } = await visit();
    await openView(page, '#organization/fields');
    const fields = async () => (await cast.as('Iris').call(getCustomProfileFields, {})).custom_fields;
    const count = (await fields()).length;
    await page.getByRole('button', { name: 'New field' }).click();
    const dialog = page.getByRole('dialog', { name: 'New field' });
    await dialog.getByLabel('Kind').selectOption({ label: 'List' });
    await dialog.getByLabel('Name', { exact: true }).fill('Site');
    await dialog.getByLabel('Options, one in each line').fill('North\nSouth');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await member.getByLabel('Site', { exact: true }).selectOption({ label: 'South' });
    await page
      .getByRole('row', { name: /^Site/ })
      .getByText(/^1 of \d+$/)
      .waitFor();

    await page.getByRole('checkbox', { name: 'Site is needed' }).click();
    await eventuallyEqual('the field at the server', async () => (await fields()).at(-1)?.required, true);
    await page.getByRole('button', { name: 'Edit Site' }).click();
    const edited = page.getByRole('dialog', { name: 'Change Site' });
    await edited.getByLabel('Options, one in each line').fill('North\nSouth\nEast');
    await edited.getByRole('button', { name: 'Save' }).click();
    await eventuallyEqual(
      'the choice of the member, which stays',
      () =>
        member
          .getByLabel('Site', { exact: true })
          .evaluate((one: HTMLSelectElement) => [one.selectedOptions[0]?.textContent, one.length > 3]),
      ['South', true],
    );
    await page.getByRole('button', { name: 'Actions for Site' }).click();
    await page.getByRole('menuitem', { name: 'Move up' }).click();
    await eventuallyEqual('the order', async () => (await fields()).at(-2)?.name, 'Site');
    await page.getByRole('button', { name: 'Actions for Site' }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await page.getByText('What 1 person has filled in is deleted, for good.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await member.getByLabel('Site', { exact: true }).waitFor({ state: 'detached' });
    await eventuallyEqual('fields at the server', async () => (await fields()).length, count);
  },
};
