import { getUserGroups } from '@parley/contract/endpoints/groups.ts';
import { openView } from '../support/app.ts';
import { eventuallyEqual } from '../support/eventually.ts';
import type { Journey } from './journey.ts';

const NAME = 'comet hunters';

/** An owner makes a group, renames it, puts people and a group into it, and takes it out of use. */
export const organizationGroups: Journey = {
  name: 'organization-groups',
  run: async ({ stage, visit }) => {
    const { page } = await visit();
    const stored = async () => {
      const found = { include_deactivated_groups: true };
      const { user_groups: groups } = await stage.cast.as('Iris').call(getUserGroups, found);
      return groups.find(({ name }) => name.startsWith(NAME));
    };
    await openView(page, '#organization/groups');
    await page.getByRole('button', { name: 'New group' }).click();
    const dialog = page.getByRole('dialog', { name: 'New group' });
    await dialog.getByLabel('Name').fill(NAME);
    await dialog.getByRole('combobox').fill('Bram');
    await page
      .getByRole('option', { name: /Bram Okafor/ })
      .first()
      .click();
    await dialog.getByRole('button', { name: 'Create' }).click();
    const panel = page.getByRole('complementary', { name: 'Group' });
    await panel.getByRole('button', { name: `Edit Name: ${NAME}` }).click();
    await panel.getByRole('textbox', { name: 'Name' }).fill(`${NAME} 2`);
    await panel.getByRole('button', { name: 'Save' }).click();
    await eventuallyEqual('the name at the server', async () => (await stored())?.name, `${NAME} 2`);

    const people = panel.getByRole('combobox', { name: /^Members of/ });
    await people.fill('Chen');
    await page
      .getByRole('option', { name: /Chen Wei/ })
      .first()
      .click();
    await people.fill('mechanics');
    await page
      .getByRole('option', { name: /mechanics/ })
      .first()
      .click();
    await eventuallyEqual(
      'people and groups at the server',
      async () => {
        const group = await stored();
        return [group?.members.length, group?.direct_subgroup_ids.length];
      },
      [2, 1],
    );
    await panel.getByRole('button', { name: /, Who can join$/ }).click();
    await page.getByRole('menuitemradio', { name: 'Members', exact: true }).click();
    await panel.getByRole('button', { name: 'Deactivate' }).click();
    await eventuallyEqual('the end of the group', async () => (await stored())?.deactivated, true);
    await page.getByRole('button', { name: 'Undo' }).click();
    await eventuallyEqual('the group after Undo', async () => (await stored())?.deactivated, false);
  },
};
