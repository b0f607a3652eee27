import { topicAddress } from '../scenes/addresses.ts';
import { messageWith, openConversation } from '../support/app.ts';
import { say, sentOnce } from '../support/server-side.ts';
import { eventuallyEqual } from '../support/eventually.ts';
import type { Journey } from './journey.ts';

const TEXT = 'The wheel has a new bearing';

/** A renamed topic keeps its readers; a name that exists joins both topics after a preview. */
export const renameTopic: Journey = {
  name: 'rename-topic',
  run: async ({ stage, visit }) => {
    await say(stage.cast, 'Bram', 'dome', 'wheel', TEXT);
    await say(stage.cast, 'Bram', 'dome', 'filters', 'Two filters came');
    const { page } = await visit({ user: 'Iris' });
    const { page: other } = await visit({ user: 'Bram' });
    for (const one of [page, other]) await openConversation(one, topicAddress('dome', 'wheel'));
    await page.locator('body').press('Shift+T');
    const dialog = page.getByRole('dialog', { name: 'Rename topic' });
    const name = dialog.getByRole('textbox', { name: 'Name' });
    await name.fill('filter wheel');
    await dialog.getByText('12 of 60 characters').waitFor();
    await dialog.getByRole('button', { name: 'Rename' }).click();
    for (const one of [page, other])
      await one.getByRole('heading', { level: 1, name: 'filter wheel' }).waitFor();
    await messageWith(other, TEXT).waitFor();

    await page.getByRole('button', { name: 'Topic menu' }).click();
    await page.getByRole('menuitem', { name: /^Rename/ }).click();
    await name.fill('filters');
    await dialog.getByText('dome › filters exists.').waitFor();
    await dialog.getByText('Both become one topic: 1 message and 1 message').waitFor();
    await dialog.getByRole('button', { name: 'Join both topics' }).click();
    await other.getByRole('heading', { level: 1, name: 'filters' }).waitFor();
    await messageWith(other, 'Two filters came').waitFor();
    await eventuallyEqual(
      'the topic on the server',
      async () => (await sentOnce(stage.cast, TEXT)).subject,
      'filters',
    );
  },
};
