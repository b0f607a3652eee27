import { messageWith, openView } from '../support/app.ts';
import type { Journey } from './journey.ts';

/** A search with a word and two operators finds one message, marks the word, and leads to its place. */
export const searchWithOperators: Journey = {
  name: 'search-with-operators',
  run: async ({ visit }) => {
    const { page } = await visit();
    await openView(page, '#inbox');
    await page.locator('body').press('/');
    const field = page.getByRole('combobox', { name: 'Search messages' });
    await field.waitFor();
    await field.pressSequentially('channel:dome ');
    await field.pressSequentially('from:Maximiliane ');
    await field.pressSequentially('manual');
    await field.press('Enter');
    const hit = messageWith(page, 'see picture 4 of the manual');
    await hit.waitFor();
    await hit.locator('mark, .highlight').filter({ hasText: 'manual' }).first().waitFor();
    await page
      .getByRole('button', { name: 'Open in topic' })
      .or(page.getByRole('link', { name: 'Open in topic' }))
      .first()
      .click();
    await page.getByRole('heading', { name: /mirror washing/ }).waitFor();
    await messageWith(page, 'And the alignment the night after.').waitFor();
  },
};
