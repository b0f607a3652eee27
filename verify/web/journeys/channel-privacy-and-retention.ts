import { getStreamById } from '@parley/contract/endpoints/streams.ts';
import { channelTopicsAddress } from '../scenes/addresses.ts';
import { openView } from '../support/app.ts';
import { eventuallyEqual } from '../support/eventually.ts';
import { openPanel } from './channel-settings-in-place.ts';
import type { Journey } from './journey.ts';

const DOME_ID = 1;

/** An owner makes a channel private after a question, takes it back, and keeps its messages for 90 days. */
export const channelPrivacyAndRetention: Journey = {
  name: 'channel-privacy-and-retention',
  run: async ({ stage, visit }) => {
    const { page } = await visit({ user: 'Iris' });
    const { page: other } = await visit({ user: 'Bram' });
    for (const one of [page, other]) await openView(one, channelTopicsAddress('dome'));
    const [mine, theirs] = [await openPanel(page), await openPanel(other)];
    const stored = async () =>
      (await stage.cast.as('Bram').call(getStreamById, { stream_id: DOME_ID })).stream;
    const choose = async (label: RegExp, choice: string): Promise<void> => {
      await mine.getByRole('button', { name: label }).click();
      await page.getByRole('menuitemradio', { name: choice, exact: true }).click();
    };

    await choose(/Who can read it$/, 'Private');
    const question = page
      .getByRole('alertdialog')
      .or(page.getByRole('dialog', { name: 'Make dome private?' }));
    await question.getByText(/people keep reading it/).waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    if ((await stored()).invite_only) throw new Error('The channel is private without an answer.');
    await choose(/Who can read it$/, 'Private');
    await question.getByRole('button', { name: 'Make it private' }).click();
    await theirs.getByText('Private', { exact: true }).waitFor();
    await eventuallyEqual('private at the server', async () => (await stored()).invite_only, true);
    await page.getByRole('button', { name: 'Undo' }).click();
    await theirs.getByText('Open to all members').waitFor();
    await eventuallyEqual('private after Undo', async () => (await stored()).invite_only, false);

    await choose(/How long messages are kept$/, 'for 90 days');
    await theirs.getByText('for 90 days').waitFor();
    await eventuallyEqual('days at the server', async () => (await stored()).message_retention_days, 90);
    if ((await theirs.getByRole('button', { name: /How long messages are kept$/ }).count()) > 0)
      throw new Error('A member is offered to choose how long messages are kept.');
    await choose(/How long messages are kept$/, 'as long as everywhere here');
    await eventuallyEqual('the default again', async () => (await stored()).message_retention_days, null);
  },
};
