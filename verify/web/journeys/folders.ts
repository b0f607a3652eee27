import { channelTopicsAddress } from '../scenes/addresses.ts';
import { openView, sidebar } from '../support/app.ts';
import { eventuallyEqual } from '../support/eventually.ts';
import { openPanel } from './channel-settings-in-place.ts';
import type { Journey } from './journey.ts';

/** An administrator creates, fills, renames and orders folders; the sidebar of a member follows. */
export const folders: Journey = {
  name: 'folders',
  run: async ({ visit }) => {
    const { page } = await visit({ user: 'Iris' });
    const { page: other } = await visit({ user: 'Bram' });
    await openView(other, '#inbox');
    await openView(page, '#channels/all');
    const main = page.getByRole('main');
    await main.getByRole('button', { name: 'New folder' }).click();
    const creation = page.getByRole('dialog', { name: 'New folder' });
    await creation.getByRole('textbox', { name: 'Name' }).fill('Kitchen');
    await creation.getByRole('button', { name: 'Create folder' }).click();
    await main.getByRole('heading', { name: /^Kitchen/ }).waitFor();

    await openView(page, channelTopicsAddress('lunch'));
    const panel = await openPanel(page);
    await panel.getByRole('button', { name: /Folder$/ }).click();
    await page.getByRole('menuitemradio', { name: 'Kitchen' }).click();
    const theirs = sidebar(other);
    await theirs.getByRole('heading', { name: 'Kitchen' }).waitFor();

    await openView(page, '#channels/all');
    await main.getByRole('button', { name: 'Menu of the folder Kitchen' }).click();
    await page.getByRole('menuitem', { name: 'Rename…' }).click();
    const renaming = page.getByRole('dialog', { name: 'Rename folder' });
    await renaming.getByRole('textbox', { name: 'Name' }).fill('Food');
    await renaming.getByRole('button', { name: 'Rename' }).click();
    await theirs.getByRole('heading', { name: 'Food' }).waitFor();

    await main.getByRole('button', { name: 'Menu of the folder Food' }).click();
    await page.getByRole('menuitem', { name: 'Move up' }).click();
    await eventuallyEqual(
      'order of the folders for a member',
      async () => {
        const names = await theirs.getByRole('heading').allInnerTexts();
        return names.filter((name) => ['Telescope', 'Food', 'Everyone'].includes(name)).join();
      },
      'Telescope,Food,Everyone',
    );
  },
};
