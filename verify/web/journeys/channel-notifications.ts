import { getSubscriptions } from '@parley/contract/endpoints/subscriptions.ts';
import { channelTopicsAddress } from '../scenes/addresses.ts';
import { openView } from '../support/app.ts';
import { eventuallyEqual } from '../support/eventually.ts';
import { openPanel } from './channel-settings-in-place.ts';
import type { Journey } from './journey.ts';

/** Own settings of a channel are saved at once, show in another page of the same user, and stay after a reload. */
export const channelNotifications: Journey = {
  name: 'channel-notifications',
  hasWorker: true,
  run: async ({ stage, visit }) => {
    const { page } = await visit({ user: 'Bram' });
    const { page: second } = await visit({ user: 'Bram' });
    for (const one of [page, second]) await openView(one, channelTopicsAddress('seeing'));
    const panel = await openPanel(page);
    const elsewhere = await openPanel(second);
    await panel.getByRole('switch', { name: /^On this computer/ }).click();
    await panel.getByRole('switch', { name: /^By mail/ }).click();
    await panel.getByRole('switch', { name: /^When somebody calls/ }).click();
    await panel.getByRole('switch', { name: 'Pinned to the top' }).click();
    await panel.getByRole('radio', { name: 'Violet' }).click();
    await elsewhere.getByRole('switch', { name: /^On this computer/, checked: true }).waitFor();
    await elsewhere.getByRole('radio', { name: 'Violet', checked: true }).waitFor();
    await eventuallyEqual(
      'settings of the subscription',
      async () => {
        const { subscriptions } = await stage.cast.as('Bram').call(getSubscriptions, {});
        const own = subscriptions.find(({ name }) => name === 'seeing');
        return [
          own?.desktop_notifications,
          own?.email_notifications,
          own?.wildcard_mentions_notify,
          own?.pin_to_top,
          own?.color,
        ].join();
      },
      'true,true,false,true,#9987e1',
    );
    await page.reload();
    const again = await openPanel(page);
    await again.getByRole('switch', { name: /^On this computer/, checked: true }).waitFor();
    await again.getByRole('switch', { name: 'Pinned to the top', checked: true }).waitFor();
  },
};
