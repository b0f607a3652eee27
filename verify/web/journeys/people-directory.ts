import { deactivateUser } from '@parley/contract/endpoints/users.ts';
import { openView } from '../support/app.ts';
import { eventuallyEqual } from '../support/eventually.ts';
import type { Journey } from './journey.ts';

/** The directory lists people without bots and deactivated ones, follows changes, filters, and leads to a card. */
export const peopleDirectory: Journey = {
  name: 'people-directory',
  run: async ({ stage: { cast }, visit }) => {
    const { page } = await visit();
    await openView(page, '#inbox');
    await page.keyboard.press('g');
    await page.keyboard.press('p');
    await page.getByRole('heading', { level: 1, name: 'People' }).waitFor();
    const main = page.getByRole('main');
    const rows = main.locator('[data-row]');
    await eventuallyEqual('the people', () => rows.count(), cast.keys.length);
    const chen = main.getByRole('link', { name: 'Chen Wei', exact: true });
    await chen.waitFor();
    await page.keyboard.press('q');
    await page.keyboard.type('chen');
    await eventuallyEqual('the people called Chen', () => rows.count(), 1);
    await chen.click();
    const card = page.getByRole('dialog', { name: 'Chen Wei' });
    await card.getByText('Channels in common').waitFor();
    await page.keyboard.press('Escape');
    await card.waitFor({ state: 'detached' });
    await cast.as('Iris').call(deactivateUser, { user_id: cast.idOf('Chen') });
    await main.getByText('Nobody matches.').waitFor();
    await main.getByRole('link', { name: /^Bots/ }).click();
    await main.getByText('Bot of').first().waitFor();
    const phone = await visit({ user: 'Dara', viewport: 'phone' });
    await openView(phone.page, '#you');
    await phone.page.getByRole('link', { name: 'People' }).click();
    await phone.page.getByRole('link', { name: 'Message Bram Okafor' }).click();
    await phone.page.getByRole('heading', { name: 'Bram Okafor' }).waitFor();
  },
};
