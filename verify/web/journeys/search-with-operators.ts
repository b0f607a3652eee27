import type { Page } from 'playwright-core';
import { messageWith, openView, sidebar } from '../support/app.ts';
import { say } from '../support/server-side.ts';
import type { Journey } from './journey.ts';

/**
 * A search with a word and two operators finds one message, marks the word, shows its neighbors, and leads to its place.
 * Another one has its best match first, a third is of certain days, and a fourth is kept.
 */
export const searchWithOperators: Journey = {
  name: 'search-with-operators',
  run: async ({ stage, visit }) => {
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
    await keptSearch(page, () => say(stage.cast, 'Bram', 'dome', 'night plan', 'The motor sings again'));
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

/** A search is kept, named again, shows a message that comes in meanwhile, and is kept no longer. */
async function keptSearch(page: Page, happen: () => Promise<unknown>): Promise<void> {
  await openView(page, '#narrow/search/motor');
  await page.getByRole('button', { name: 'Keep this search' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Keep', exact: true }).click();
  await page.getByText('Kept as motor').waitFor();
  await page.getByRole('button', { name: 'Rename' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Everything about motors');
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
  await page.getByText('Kept as Everything about motors').waitFor();
  await openView(page, '#inbox');
  await sidebar(page).getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Everything about motors' }).click();
  await messageWith(page, 'I looked at the motor current').waitFor();
  await happen();
  await messageWith(page, 'The motor sings again').waitFor();
  await page.getByRole('button', { name: 'Keep it no longer' }).click();
  await page.getByRole('button', { name: 'Keep this search' }).waitFor();
}

async function bestMatchFirst(page: Page): Promise<void> {
  await openView(page, '#narrow/search/motor%20current');
  const first = page.locator('#main article').first();
  await page.getByRole('button', { name: 'Best match' }).click();
  await first.getByText('I looked at the motor current').waitFor();
  await page.getByRole('button', { name: 'Newest' }).click();
  await first.getByText('I looked at the motor current').waitFor({ state: 'detached' });
}
