import { channelTopicsAddress } from '../scenes/addresses.ts';
import { openView, sidebar } from '../support/app.ts';
import { openPanel } from './channel-settings-in-place.ts';
import type { Journey } from './journey.ts';

/** Archiving tells what happens in numbers; the channel leaves the sidebar of others and comes back with them. */
export const archiveAndUnarchive: Journey = {
  name: 'archive-and-unarchive',
  run: async ({ visit }) => {
    const { page } = await visit({ user: 'Iris' });
    const { page: other } = await visit({ user: 'Bram' });
    await openView(other, '#channels/archived');
    await openView(page, channelTopicsAddress('seeing'));
    const panel = await openPanel(page);
    await panel.getByRole('button', { name: 'Archive…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Archive seeing?' });
    await dialog.getByText(/^\d+ topics? stays? with/).waitFor();
    await dialog.getByText(/^14 people cannot write in it any more/).waitFor();
    await dialog.getByRole('button', { name: 'Archive seeing' }).click();
    const theirLink = sidebar(other).getByRole('link', { name: /^seeing/ });
    await theirLink.waitFor({ state: 'detached' });
    const row = other.getByRole('listitem').filter({ hasText: 'seeing' });
    await row.waitFor();
    if ((await row.getByRole('button', { name: /^Unarchive/ }).count()) > 0)
      throw new Error('A member is offered to unarchive a channel of others.');
    await openView(page, '#channels/archived');
    await page.getByRole('button', { name: 'Unarchive seeing' }).click();
    await theirLink.waitFor();
    await sidebar(page)
      .getByRole('link', { name: /^seeing/ })
      .waitFor();
  },
};
