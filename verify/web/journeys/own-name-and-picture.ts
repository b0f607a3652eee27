import { getOwnUser } from '@parley/contract/endpoints/users.ts';
import { updateRealm } from '@parley/contract/endpoints/realm.ts';
import { planet } from '../../../tools/demo/pictures.ts';
import { topicAddress } from '../scenes/addresses.ts';
import { openConversation, openView, sidebar } from '../support/app.ts';
import { eventually, eventuallyEqual } from '../support/eventually.ts';
import type { Journey } from './journey.ts';

/** A user changes name and picture in three clicks, another sees both at once, and Undo takes them back; an owner clears the status. */
export const ownNameAndPicture: Journey = {
  name: 'own-name-and-picture',
  run: async ({ stage, visit }) => {
    const { page } = await visit({ user: 'Bram' });
    const other = await visit();
    await openConversation(other.page, topicAddress('dome', 'mirror cover'));
    await openView(page, '#inbox');
    await sidebar(page).getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('menuitem', { name: 'All settings' }).click();
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Change picture' }).click();
    const chooser = await choosing;
    await chooser.setFiles({ name: 'me.png', mimeType: 'image/png', buffer: planet([200, 90, 40]) });
    const own = () => stage.cast.as('Bram').call(getOwnUser, {});
    const isUploaded = async () => ((await own()).avatar_url ?? '').includes('?v=');
    await page.getByRole('status').filter({ hasText: 'Picture changed' }).waitFor();
    await eventuallyEqual('the picture at the server', isUploaded, true);
    await other.page.getByRole('article').locator('img[src*="?v="]').first().waitFor();

    const name = page.getByLabel('Name', { exact: true });
    await name.fill('Bram O. Okafor');
    await name.press('Enter');
    await eventuallyEqual('the name at the server', async () => (await own()).full_name, 'Bram O. Okafor');
    await sidebar(other.page).getByText('Bram O. Okafor').first().waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await eventuallyEqual('the name after Undo', async () => (await own()).full_name, 'Bram Okafor');

    await page.getByRole('button', { name: 'Remove picture' }).click();
    await eventuallyEqual('the removed picture', isUploaded, false);
    await page.getByRole('button', { name: 'Undo' }).click();
    await eventuallyEqual('the picture after Undo', isUploaded, true);

    await sidebar(page)
      .getByRole('button', { name: /status/ })
      .click();
    await page
      .getByRole('dialog', { name: 'Set a status' })
      .getByRole('button', { name: 'Back soon' })
      .click();
    await sidebar(page).getByText('Back soon').waitFor();
    await other.page.getByRole('article').getByRole('button', { name: 'Bram Okafor' }).first().click();
    const card = other.page.getByRole('dialog', { name: 'Bram Okafor' });
    await card.getByText('Back soon').waitFor();
    await card.getByRole('button', { name: 'More about this person' }).click();
    await other.page.getByRole('menuitem', { name: 'Clear the status' }).click();
    await sidebar(page).getByText('Back soon').waitFor({ state: 'detached' });
    await other.page.keyboard.press('Escape');
    await card.waitFor({ state: 'detached' });
    await other.page.getByRole('button', { name: 'Undo' }).click();
    await sidebar(page).getByText('Back soon').waitFor();

    await stage.cast.as('Iris').call(updateRealm, { name_changes_disabled: true });
    await page.getByText('Administrators change the names').waitFor();
    await eventually(async () => {
      if (await name.isEnabled()) throw new Error('The name can be changed, which the server refuses.');
    });
  },
};
