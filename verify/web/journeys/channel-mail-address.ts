import { channelTopicsAddress } from '../scenes/addresses.ts';
import { openView } from '../support/app.ts';
import { eventuallyEqual } from '../support/eventually.ts';
import { openPanel } from './channel-settings-in-place.ts';
import type { MailingJourney } from './journey.ts';

/** A channel has an address for mail; its administrator replaces it, which a member may not. */
export const channelMailAddress: MailingJourney = {
  name: 'channel-mail-address',
  sendsMail: true,
  run: async ({ visit }) => {
    const { page } = await visit();
    const { page: other } = await visit({ user: 'Bram' });
    for (const one of [page, other]) await openView(one, channelTopicsAddress('dome'));
    const mine = await openPanel(page);
    const theirs = await openPanel(other);
    const address = mine.getByLabel('Mail address');
    const before = await address.inputValue();
    await theirs.getByLabel('Mail address').waitFor();
    if ((await theirs.getByRole('button', { name: 'Replace the address' }).count()) > 0)
      throw new Error('A member is offered to end the addresses, which the server refuses.');
    await mine.getByRole('button', { name: 'Replace the address' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Replace', exact: true }).click();
    await eventuallyEqual('another address', async () => (await address.inputValue()) !== before, true);
  },
};
