import { topicAddress } from '../scenes/addresses.ts';
import { messageWith, openConversation } from '../support/app.ts';
import { say } from '../support/server-side.ts';
import type { Journey } from './journey.ts';

const TEXT = 'The offer for the second mirror';

/** Before a topic moves into a private channel, the dialog names those who lose sight of it; then they do. */
export const moveTopicWhoLosesSight: Journey = {
  name: 'move-topic-who-loses-sight',
  run: async ({ stage, visit }) => {
    await say(stage.cast, 'Bram', 'dome', 'offer', TEXT);
    const { page } = await visit({ user: 'Iris' });
    const { page: loser } = await visit({ user: 'Bram' });
    const { page: keeper } = await visit({ user: 'Dara' });
    for (const one of [page, loser, keeper]) await openConversation(one, topicAddress('dome', 'offer'));
    await loser.getByRole('button', { name: 'Topic menu' }).click();
    const locked = loser.getByRole('menuitem', { name: /^Delete topic/ });
    await locked.getByText('Administrators may').waitFor();
    if (await locked.isEnabled()) throw new Error('A member is offered to delete a topic.');
    await loser.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Topic menu' }).click();
    await page.getByRole('menuitem', { name: /^Move to another channel/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Move offer' });
    await dialog.getByLabel('To channel').selectOption({ label: 'board' });
    // Of the eleven people of dome, Iris and Dara and Mateo are in board.
    await dialog.getByText('8 people lose sight of it').waitFor();
    await dialog
      .getByRole('listitem')
      .filter({ hasText: 'Bram' })
      .getByText('wrote 1 message of it')
      .waitFor();
    await dialog.getByRole('button', { name: 'Move 1 message' }).click();
    await page.getByRole('link', { name: /board/ }).first().waitFor();
    await messageWith(keeper, TEXT).waitFor();
    await messageWith(loser, TEXT).waitFor({ state: 'detached' });
  },
};
