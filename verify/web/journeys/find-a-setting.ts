import { registerQueue } from '@parley/contract/endpoints/queues.ts';
import { openView, sidebar } from '../support/app.ts';
import { eventuallyEqual } from '../support/eventually.ts';
import type { Journey } from './journey.ts';

/** Enter sends after two clicks from the inbox; another setting is found by a word, saved at once and undone. */
export const findASetting: Journey = {
  name: 'find-a-setting',
  run: async ({ stage, visit }) => {
    const { page } = await visit();
    const stored = async () => {
      const { user_settings: settings } = await stage.cast
        .as('Iris')
        .call(registerQueue, { fetch_event_types: ['user_settings'], event_types: [] });
      return { enter: settings?.enter_sends, emoticons: settings?.translate_emoticons };
    };
    await openView(page, '#inbox');
    await sidebar(page).getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('menuitemradio', { name: 'Enter sends' }).click();
    await eventuallyEqual('Enter at the server', async () => (await stored()).enter, true);

    await openView(page, '#settings');
    await page.keyboard.press('q');
    await page.keyboard.type('smil');
    await page.getByText('No setting matches.').waitFor();
    await page.getByRole('textbox', { name: 'Find a setting' }).fill('emotic');
    await page.keyboard.press('Enter');
    const emoticons = page.getByRole('switch', { name: 'Emoticons become emoji' });
    await emoticons.waitFor();
    await eventuallyEqual(
      'the focus on the setting',
      () => emoticons.evaluate((one) => one === document.activeElement),
      true,
    );
    await page.keyboard.press('Space');
    await eventuallyEqual('emoticons at the server', async () => (await stored()).emoticons, true);
    await page.getByRole('status').filter({ hasText: 'Emoticons become emoji: on' }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await eventuallyEqual('emoticons after Undo', async () => (await stored()).emoticons, false);
    await page.getByRole('radio', { name: 'Enter makes a new line' }).check();
    await eventuallyEqual('Enter at the server again', async () => (await stored()).enter, false);
  },
};
