import { getStreamById } from '@parley/contract/endpoints/streams.ts';
import { registerQueue } from '@parley/contract/endpoints/queues.ts';
import { openView } from '../support/app.ts';
import { eventuallyEqual } from '../support/eventually.ts';
import type { Journey } from './journey.ts';

/** An owner changes folder, writers, retention and default of a channel in the table, archives it and takes that back. */
export const organizationChannels: Journey = {
  name: 'organization-channels',
  run: async ({ stage, visit }) => {
    const { page } = await visit();
    const iris = stage.cast.as('Iris');
    const { subscriptions = [] } = await iris.call(registerQueue, {
      fetch_event_types: ['subscription'],
      event_types: [],
    });
    const id = subscriptions.find(({ name }) => name === 'seeing')?.stream_id ?? 0;
    const stored = async () => (await iris.call(getStreamById, { stream_id: id })).stream;
    await openView(page, '#organization/channels');
    const row = page.getByRole('row', { name: /^seeing/ });
    await row.getByRole('button', { name: /Folder of seeing/ }).click();
    await page.getByRole('menuitemradio', { name: 'None' }).click();
    await eventuallyEqual('the folder', async () => (await stored()).folder_id, null);
    await row.getByRole('button', { name: /How long messages of seeing are kept/ }).click();
    await page.getByRole('menuitemradio', { name: 'for 90 days' }).click();
    await eventuallyEqual('the retention', async () => (await stored()).message_retention_days, 90);
    await page.getByRole('button', { name: 'Undo' }).click();
    await eventuallyEqual(
      'the retention after Undo',
      async () => (await stored()).message_retention_days,
      null,
    );
    const before = (await stored()).can_send_message_group;
    await row.getByRole('button', { name: /Who writes in seeing/ }).click();
    await page.getByRole('menuitemradio', { name: 'Moderators' }).click();
    await eventuallyEqual(
      'a change of the writers',
      async () => (await stored()).can_send_message_group !== before,
      true,
    );
    await row.getByRole('button', { name: 'Actions for seeing' }).click();
    await page.getByRole('menuitem', { name: 'Archive' }).click();
    await eventuallyEqual('the archive', async () => (await stored()).is_archived, true);
    await page.getByRole('button', { name: /^Archived/ }).click();
    await row.getByRole('button', { name: 'Actions for seeing' }).click();
    await page.getByRole('menuitem', { name: 'Unarchive' }).click();
    await eventuallyEqual('the channel after that', async () => (await stored()).is_archived, false);
  },
};
