import { registerQueue } from '@parley/contract/endpoints/queues.ts';
import { topicAddress } from '../scenes/addresses.ts';
import { messageWith, openConversation, openView } from '../support/app.ts';
import { eventuallyEqual } from '../support/eventually.ts';
import { say } from '../support/server-side.ts';
import type { Journey } from './journey.ts';

/** A person is muted from the card, brought back with Undo, muted again and unmuted in the settings. */
export const mutePerson: Journey = {
  name: 'mute-person',
  run: async ({ stage: { cast }, visit }) => {
    await say(cast, 'Chen', 'dome', 'night plan', 'The comet rises at four');
    const { page } = await visit();
    const muted = async () => {
      const { muted_users: users } = await cast
        .as('Iris')
        .call(registerQueue, { fetch_event_types: ['muted_users'], event_types: [] });
      return users?.map(({ id }) => id);
    };
    await openConversation(page, topicAddress('dome', 'night plan'));
    const mute = async (): Promise<void> => {
      await messageWith(page, 'The comet rises').getByRole('button', { name: 'Chen Wei' }).first().click();
      const card = page.getByRole('dialog', { name: 'Chen Wei' });
      await card.getByRole('button', { name: 'More about this person' }).click();
      await page.getByRole('menuitem', { name: 'Mute this person' }).click();
      await card.getByText('You have muted this person').waitFor();
      await page.keyboard.press('Escape');
      await card.waitFor({ state: 'detached' });
    };
    await mute();
    await eventuallyEqual('the muted people', muted, [cast.idOf('Chen')]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await eventuallyEqual('the muted people after Undo', muted, []);
    await mute();
    await openView(page, '#settings/muted');
    await page.getByRole('button', { name: 'Unmute Chen Wei' }).click();
    await page.getByText('Nobody. Mute a person').waitFor();
    await eventuallyEqual('the muted people in the end', muted, []);
  },
};
