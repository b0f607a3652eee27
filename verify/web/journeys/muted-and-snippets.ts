import { getSavedSnippets } from '@parley/contract/endpoints/saved-snippets.ts';
import { registerQueue } from '@parley/contract/endpoints/queues.ts';
import { openView } from '../support/app.ts';
import { eventuallyEqual } from '../support/eventually.ts';
import type { Journey } from './journey.ts';

/** A snippet is written, changed and deleted with Undo; a muted channel is unmuted. */
export const mutedAndSnippets: Journey = {
  name: 'muted-and-snippets',
  run: async ({ stage: { cast }, visit }) => {
    const { page } = await visit();
    const iris = cast.as('Iris');
    const snippets = async () =>
      (await iris.call(getSavedSnippets, {})).saved_snippets.map(
        ({ title, content }) => `${title}: ${content}`,
      );
    const before = await snippets();
    await openView(page, '#settings/muted');
    await page.getByRole('button', { name: 'New snippet' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Not today');
    await dialog.getByLabel('Text').fill('I read this tomorrow.');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await eventuallyEqual('the snippets', snippets, [...before, 'Not today: I read this tomorrow.']);
    await page.getByRole('button', { name: 'Edit Not today' }).click();
    await dialog.getByLabel('Text').fill('If it cannot wait, call me.');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await eventuallyEqual('the changed snippet', snippets, [
      ...before,
      'Not today: If it cannot wait, call me.',
    ]);
    await page.getByRole('button', { name: 'Delete Not today' }).click();
    await eventuallyEqual('the snippets after the deletion', snippets, before);
    await page.getByRole('button', { name: 'Undo' }).click();
    await eventuallyEqual('the snippets after Undo', snippets, [
      ...before,
      'Not today: If it cannot wait, call me.',
    ]);

    const isLunchMuted = async () => {
      const { subscriptions } = await iris.call(registerQueue, {
        fetch_event_types: ['subscription'],
        event_types: [],
      });
      return subscriptions?.find(({ name }) => name === 'lunch')?.is_muted;
    };
    await eventuallyEqual('lunch at first', isLunchMuted, true);
    await page.getByRole('button', { name: 'Unmute lunch', exact: true }).click();
    await eventuallyEqual('lunch afterwards', isLunchMuted, false);
  },
};
