import { openView } from '../support/app.ts';
import { eventuallyEqual } from '../support/eventually.ts';
import { newestMessages } from '../support/server-side.ts';
import type { Journey } from './journey.ts';

const MAX_STEPS = 8;

/** Everything unread is read by keys alone, one conversation after another. */
export const morningByKeyboard: Journey = {
  name: 'morning-by-keyboard',
  run: async ({ stage, visit }) => {
    const { page } = await visit();
    await openView(page, '#inbox');
    await page.keyboard.press('g');
    await page.keyboard.press('c');
    for (let step = 0; step < MAX_STEPS; step += 1) {
      await page
        .getByRole('feed')
        .or(page.getByText(/caught up/i))
        .first()
        .waitFor();
      if (await page.getByText(/caught up/i).isVisible()) break;
      await page.keyboard.press('Shift+E');
      await page.waitForTimeout(300);
    }
    await page
      .getByText(/caught up/i)
      .first()
      .waitFor();
    await eventuallyEqual(
      'unread messages',
      async () =>
        (await newestMessages(stage.cast.as('Iris'))).filter(({ flags }) => !flags.includes('read')).length,
      0,
    );
  },
};
