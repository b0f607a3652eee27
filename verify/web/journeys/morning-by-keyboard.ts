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
    const end = page.getByText(/caught up/i).first();
    for (let step = 1; step <= MAX_STEPS; step += 1) {
      await page
        .getByText(new RegExp(`^${step} of \\d+$`))
        .or(end)
        .first()
        .waitFor();
      if (await end.isVisible()) break;
      await page.getByRole('feed').waitFor();
      await page.keyboard.press('Shift+E');
    }
    await end.waitFor();
    await eventuallyEqual(
      'unread messages',
      async () =>
        (await newestMessages(stage.cast.as('Iris'))).filter(({ flags }) => !flags.includes('read')).length,
      0,
    );
  },
};
