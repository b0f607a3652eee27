import type { Page } from 'playwright-core';
import { messageWith, openView } from '../support/app.ts';
import type { Journey } from './journey.ts';

/**
 * A search with a word and two operators finds one message, marks the word, shows its neighbors, and leads to its place.
 * Another one has its best match first, and a third is of certain days.
 */
export const searchWithOperators: Journey = {
  name: 'search-with-operators',
  run: async ({ visit }) => {
    const { page } = await visit();
    await openView(page, '#inbox');
    await page.locator('body').press('/');
    const field = page.getByRole('combobox', { name: 'Search messages' });
    await field.waitFor();
    await field.pressSequentially('channel:dome ');
    await page.getByRole('button', { name: 'Remove channel: dome' }).waitFor();
    await field.pressSequentially('from:Maximiliane ');
    await page.getByRole('button', { name: /^Remove from: Maximiliane/ }).waitFor();
    await field.pressSequentially('manual');
    await field.press('Enter');
    const hit = messageWith(page, 'see picture 4 of the manual');
    await hit.waitFor();
    await hit.locator('mark, .highlight').filter({ hasText: 'manual' }).first().waitFor();
    await page
      .getByRole('paragraph')
      .filter({ hasText: 'How long does it take without the crane?' })
      .waitFor();
    await page.getByRole('paragraph').filter({ hasText: 'And the alignment the night after.' }).waitFor();
    await page
      .getByRole('button', { name: 'Open in topic' })
      .or(page.getByRole('link', { name: 'Open in topic' }))
      .first()
      .click();
    await page.getByRole('heading', { name: /mirror washing/ }).waitFor();
    await messageWith(page, 'And the alignment the night after.').waitFor();
    await bestMatchFirst(page);
    await fromADayOn(page);
  },
};

/** A term with a day narrows the search, and another day is chosen in its chip. */
async function fromADayOn(page: Page): Promise<void> {
  const field = page.getByRole('combobox', { name: 'Search messages' });
  await field.fill('motor after:today ');
  await field.press('Enter');
  await page.getByText('Nothing found').waitFor();
  await page.getByLabel(/^after:/).fill('2020-01-01');
  await messageWith(page, 'I looked at the motor current').waitFor();
}

async function bestMatchFirst(page: Page): Promise<void> {
  await openView(page, '#narrow/search/motor%20current');
  const first = page.locator('#main article').first();
  await page.getByRole('button', { name: 'Best match' }).click();
  await first.getByText('I looked at the motor current').waitFor();
  await page.getByRole('button', { name: 'Newest' }).click();
  await first.getByText('I looked at the motor current').waitFor({ state: 'detached' });
}
