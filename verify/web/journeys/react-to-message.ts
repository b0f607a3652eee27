import { topicAddress } from '../scenes/addresses.ts';
import { messageWith, openConversation, select } from '../support/app.ts';
import { eventuallyEqual } from '../support/eventually.ts';
import { newestMessages } from '../support/server-side.ts';
import type { Journey } from './journey.ts';

const TEXT = 'I lowered the threshold to 0.3';

/** A thumbs up by key, its removal by a click on the pill, the reaction of another user, and a vote that is taken back. */
export const reactToMessage: Journey = {
  name: 'react-to-message',
  run: async ({ stage, visit }) => {
    const { page } = await visit();
    const other = await visit({ user: 'Chen' });
    const address = topicAddress('dome', 'rain sensor: false alarms in fog');
    await openConversation(page, address);
    await openConversation(other.page, address);
    const reactions = async () =>
      (await newestMessages(stage.cast.as('Iris')))
        .find(({ content }) => content === TEXT)
        ?.reactions.map(({ emoji_name, user_id }) => `${emoji_name} ${user_id}`);
    await select(messageWith(page, TEXT));
    await page.keyboard.press('+');
    await eventuallyEqual('reactions', reactions, [`+1 ${stage.cast.idOf('Iris')}`]);
    await messageWith(other.page, TEXT).getByRole('button', { name: /Iris/ }).click();
    await eventuallyEqual('reactions of two', async () => (await reactions())?.length, 2);
    await messageWith(page, TEXT)
      .getByRole('button', { name: /Chen|2/ })
      .first()
      .click();
    await eventuallyEqual('reactions after removal', reactions, [`+1 ${stage.cast.idOf('Chen')}`]);

    for (const one of [page, other.page])
      await openConversation(one, topicAddress('dome', '✔ mirror washing'));
    const sunday = page.getByRole('checkbox', { name: /^Sunday 10:00/ });
    await sunday.click();
    const elsewhere = other.page.getByRole('checkbox', { name: /^Sunday 10:00.*Iris/ });
    await elsewhere.waitFor();
    await sunday.click();
    await elsewhere.waitFor({ state: 'detached' });
  },
};
