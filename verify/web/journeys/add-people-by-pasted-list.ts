import { channelTopicsAddress } from '../scenes/addresses.ts';
import { openView, pasteText, sidebar } from '../support/app.ts';
import { openPanel } from './channel-settings-in-place.ts';
import { peopleOf } from './create-channel.ts';
import type { Journey } from './journey.ts';

/** A pasted list of addresses adds people to a channel, who see it at once; Undo of a removal brings one back. */
export const addPeopleByPastedList: Journey = {
  name: 'add-people-by-pasted-list',
  run: async ({ stage, visit }) => {
    const { page } = await visit({ user: 'Iris' });
    const { page: added } = await visit({ user: 'Jonas' });
    await openView(added, '#inbox');
    await openView(page, channelTopicsAddress('board'));
    await peopleOf(stage, 'Iris', 'board', ['Iris', 'Dara', 'Mateo']);
    const panel = await openPanel(page);
    const field = panel.getByRole('combobox', { name: 'Add people' });
    await pasteText(
      field,
      'Jonas Feld <jonas@observatory.example>; chen@observatory.example\nnobody@nowhere.example',
    );
    await panel.getByText('1 of them is not known here').waitFor();
    await panel.getByRole('button', { name: 'Remove nobody@nowhere.example' }).click();
    await panel.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('2 people were added').waitFor();
    await sidebar(added)
      .getByRole('link', { name: /^board/ })
      .waitFor();
    await peopleOf(stage, 'Iris', 'board', ['Iris', 'Dara', 'Mateo', 'Jonas', 'Chen']);

    const person = panel.getByRole('listitem').filter({ hasText: 'Jonas' });
    await person.hover();
    await person.getByRole('button', { name: /^Remove Jonas/ }).click();
    await sidebar(added)
      .getByRole('link', { name: /^board/ })
      .waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await sidebar(added)
      .getByRole('link', { name: /^board/ })
      .waitFor();
  },
};
