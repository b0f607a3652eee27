import { getSubscribers, getStreamId } from '@parley/contract/endpoints/streams.ts';
import type { Page } from 'playwright-core';
import { openView, pasteText, sidebar } from '../support/app.ts';
import { eventuallyEqual } from '../support/eventually.ts';
import type { Stage } from '../support/stage.ts';
import type { Journey } from './journey.ts';

const MAX_CLICKS = 4;

/** A channel is created in few clicks from any view; others find it at once in their list. */
export const createChannel: Journey = {
  name: 'create-channel',
  run: async ({ stage, visit }) => {
    const { page } = await visit({ user: 'Iris' });
    const { page: others } = await visit({ user: 'Bram' });
    await openView(others, '#channels/all');
    await openView(page, '#inbox');
    const clicks = countClicks(page);
    await sidebar(page).getByRole('button', { name: 'Create a channel in Telescope' }).click();
    const dialog = page.getByRole('dialog', { name: 'New channel' });
    const name = dialog.getByRole('textbox', { name: 'Name' });
    await name.fill('Dome');
    await dialog.getByText('There is a channel with this name').waitFor();
    await name.fill('filter wheel');
    await dialog.getByText('This name is free').waitFor();
    await dialog.getByRole('textbox', { name: 'Description' }).fill('Positions, motors and spare parts');
    await dialog.getByRole('button', { name: 'Create channel' }).click();
    await page.getByRole('heading', { level: 1, name: 'filter wheel' }).waitFor();
    if ((await clicks()) > MAX_CLICKS) throw new Error(`Creating a channel took ${await clicks()} clicks.`);
    await sidebar(page)
      .getByRole('link', { name: /^filter wheel/ })
      .waitFor();
    const row = others.getByRole('listitem').filter({ hasText: 'filter wheel' });
    await row.getByText('Positions, motors and spare parts').waitFor();
    await row.getByRole('button', { name: 'Join filter wheel' }).click();
    await sidebar(others)
      .getByRole('link', { name: /^filter wheel/ })
      .waitFor();
    await peopleOf(stage, 'Iris', 'filter wheel', ['Iris', 'Bram']);
  },
};

/** A private channel with people from a group and a pasted list: they see it at once, others never. */
export const createPrivateChannel: Journey = {
  name: 'create-private-channel-with-people',
  run: async ({ stage, visit }) => {
    const { page } = await visit({ user: 'Iris' });
    const { page: added } = await visit({ user: 'Bram' });
    const { page: stranger } = await visit({ user: 'Jonas' });
    await openView(added, '#inbox');
    await openView(stranger, '#channels/all');
    await openView(page, '#channels/all');
    await page.getByRole('button', { name: 'New channel' }).click();
    const dialog = page.getByRole('dialog', { name: 'New channel' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('mirror lab');
    await dialog.getByRole('radio', { name: 'Private' }).check();
    const people = dialog.getByRole('combobox', { name: 'People and groups' });
    await people.pressSequentially('Chen');
    await page.getByRole('option', { name: /^Chen/ }).first().waitFor();
    await people.press('Enter');
    await pasteText(people, 'Bram Okafor\nnobody@nowhere.example');
    await dialog.getByText('1 of them is not known here').waitFor();
    const create = dialog.getByRole('button', { name: 'Create channel' });
    if (await create.isEnabled()) throw new Error('An unknown address does not hold the button.');
    await dialog.getByRole('button', { name: 'Remove nobody@nowhere.example' }).click();
    await dialog.getByText('3 people with you').waitFor();
    await page.keyboard.press('Control+Enter');
    await page.getByRole('heading', { level: 1, name: 'mirror lab' }).waitFor();
    await sidebar(added)
      .getByRole('link', { name: /^mirror lab/ })
      .waitFor();
    await peopleOf(stage, 'Iris', 'mirror lab', ['Iris', 'Bram', 'Chen']);
    if ((await stranger.getByText('mirror lab').count()) > 0)
      throw new Error('A stranger sees the private channel.');
  },
};

/** Counts presses of the pointer on the page, also those that open something. */
function countClicks(page: Page): () => Promise<number> {
  const counting = page.evaluate(() => {
    document.body.dataset['clicks'] = '0';
    addEventListener(
      'click',
      (event) => {
        // Submitting by Enter makes a click without a pointer.
        if (event.detail > 0)
          document.body.dataset['clicks'] = String(Number(document.body.dataset['clicks']) + 1);
      },
      true,
    );
  });
  return async () => {
    await counting;
    return page.evaluate(() => Number(document.body.dataset['clicks']));
  };
}

export function peopleOf(
  { cast }: Stage,
  user: string,
  channel: string,
  keys: readonly string[],
): Promise<void> {
  return eventuallyEqual(
    `people of ${channel}`,
    async () => {
      const { stream_id } = await cast.as(user).call(getStreamId, { stream: channel });
      const { subscribers } = await cast.as(user).call(getSubscribers, { stream_id });
      return subscribers.toSorted((a, b) => a - b).join();
    },
    keys
      .map((key) => cast.idOf(key))
      .toSorted((a, b) => a - b)
      .join(),
  );
}
