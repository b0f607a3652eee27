import { registerQueue } from '@parley/contract/endpoints/queues.ts';
import { openView } from '../support/app.ts';
import { eventuallyEqual } from '../support/eventually.ts';
import type { Journey } from './journey.ts';

/** An owner gives a permission to a role and to several people, and asks who has it; a member only reads the table. */
export const organizationPermissions: Journey = {
  name: 'organization-permissions',
  run: async ({ stage, visit }) => {
    const { page } = await visit();
    const holder = async () =>
      (await stage.cast.as('Iris').call(registerQueue, { fetch_event_types: ['realm'], event_types: [] }))
        .realm_can_create_public_channel_group;
    const before = await holder();
    await openView(page, '#organization/permissions');
    const who = page.getByRole('button', { name: /, Create open channels$/ });
    await who.click();
    await page.getByRole('menuitemradio', { name: 'Moderators' }).click();
    await eventuallyEqual('a change of the holder', async () => (await holder()) !== before, true);
    await page.getByRole('complementary').getByRole('combobox', { name: 'Person' }).fill('Bram');
    await page
      .getByRole('option', { name: /Bram Okafor/ })
      .first()
      .click();
    await page.getByLabel('What').selectOption({ label: 'Create open channels' });
    await page.getByText('No.', { exact: true }).waitFor();
    await who.click();
    await page.getByRole('menuitem', { name: 'Several groups and people' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox').fill('Bram');
    await page
      .getByRole('option', { name: /Bram Okafor/ })
      .first()
      .click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Yes.', { exact: true }).waitFor();
    await who.getByText('Moderators and Bram Okafor').waitFor();
    const { page: second } = await visit({ user: 'Bram' });
    await openView(second, '#organization/permissions');
    await second.getByText('Administrators may change this').first().waitFor();
    await eventuallyEqual(
      'choices of a member',
      () => second.getByRole('button', { name: /, Create open channels$/ }).count(),
      0,
    );
  },
};
