import { subscribe } from '@parley/contract/endpoints/channels.ts';
import { openView, sidebar } from '../support/app.ts';
import { eventuallyEqual } from '../support/eventually.ts';
import type { Journey } from './journey.ts';

const MORE_CHANNELS = 20;

/** `Q` lists channels in the palette; with many channels it leads to the filter of the sidebar, and on the pages to theirs. */
export const filterChannels: Journey = {
  name: 'filter-channels',
  run: async ({ stage, visit }) => {
    const { page } = await visit({ user: 'Bram' });
    await openView(page, '#inbox');
    await page.keyboard.press('q');
    const palette = page.getByRole('combobox', { name: 'Go to or do' });
    await eventuallyEqual('the text of the palette', () => palette.inputValue(), '#');
    await page.keyboard.press('Escape');
    await palette.waitFor({ state: 'detached' });

    const subscriptions = Array.from({ length: MORE_CHANNELS }, (_, n) => ({ name: `project ${n + 1}` }));
    await stage.cast.as('Bram').call(subscribe, { subscriptions });
    const filter = sidebar(page).getByRole('textbox', { name: 'Filter channels' });
    await filter.waitFor();
    await page.keyboard.press('q');
    await page.keyboard.type('ject 20');
    await sidebar(page).getByRole('link', { name: 'dome' }).waitFor({ state: 'detached' });
    await page.keyboard.press('Enter');
    await page.locator('#main').getByRole('heading', { name: 'project 20' }).waitFor();
    await sidebar(page).getByRole('link', { name: 'dome' }).waitFor();

    for (const [view, name] of [
      ['#channels', 'Filter channels'],
      ['#people', 'Filter people'],
    ] as const) {
      await openView(page, view);
      await page.locator('body').press('q');
      const field = page.locator('#main').getByRole('textbox', { name });
      await eventuallyEqual(
        `the focus in ${view}`,
        () => field.evaluate((one) => one === document.activeElement),
        true,
      );
    }
  },
};
