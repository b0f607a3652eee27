import { getStreamById } from '@parley/contract/endpoints/streams.ts';
import type { Locator, Page } from 'playwright-core';
import { channelTopicsAddress } from '../scenes/addresses.ts';
import { openView, sidebar } from '../support/app.ts';
import { eventuallyEqual } from '../support/eventually.ts';
import type { Journey } from './journey.ts';

const DOME_ID = 1;

/** An administrator changes a channel in its panel; a member sees each change at once and may change nothing. */
export const channelSettingsInPlace: Journey = {
  name: 'channel-settings-in-place',
  run: async ({ stage, visit, expectProblems }) => {
    expectProblems(/status of 409/);
    const { page } = await visit({ user: 'Iris' });
    const { page: other } = await visit({ user: 'Bram' });
    for (const one of [page, other]) await openView(one, channelTopicsAddress('dome'));
    const mine = await openPanel(page);
    const theirs = await openPanel(other);
    await theirs.getByText('administrators of the organization may change this').waitFor();
    if ((await theirs.getByRole('button', { name: /^Edit/ }).count()) > 0)
      throw new Error('A member is offered to edit the channel.');

    await edit(mine, 'Description', 'Motors, cover and rails');
    await theirs.getByText('Motors, cover and rails').waitFor();
    await edit(mine, 'Name', 'pipeline');
    await mine.getByText('A channel with this name already exists').waitFor();
    await mine.getByRole('textbox', { name: 'Name' }).fill('great dome');
    await page.keyboard.press('Enter');
    await sidebar(other)
      .getByRole('link', { name: /^great dome/ })
      .waitFor();

    await mine.getByRole('button', { name: /Who can write$/ }).click();
    await page.getByRole('menuitemradio', { name: 'Moderators' }).click();
    await theirs.getByText('Moderators can write.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await theirs.getByText('Everybody in it can write.').waitFor();

    await mine.getByRole('button', { name: /Folder$/ }).click();
    await page.getByRole('menuitemradio', { name: 'Everyone' }).click();
    await theirs.getByText(/in the folder\s*Everyone/).waitFor();
    await eventuallyEqual(
      'the description on the server',
      async () => {
        const { stream } = await stage.cast.as('Bram').call(getStreamById, { stream_id: DOME_ID });
        return stream.description;
      },
      'Motors, cover and rails',
    );
  },
};

/** Opens the panel of the channel that is shown. */
export async function openPanel(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: /^\d+ subscribers?$/ }).click();
  const panel = page.getByRole('complementary', { name: 'About this channel' });
  await panel.getByRole('heading', { name: 'Rules' }).waitFor();
  return panel;
}

async function edit(panel: Locator, label: string, text: string): Promise<void> {
  await panel.getByRole('button', { name: new RegExp(`^Edit ${label}`) }).click();
  const field = panel.getByRole('textbox', { name: label });
  await field.fill(text);
  await field.press('Enter');
}
