import { unsubscribe } from '@parley/contract/endpoints/subscribing.ts';
import { openView, sidebar } from '../support/app.ts';
import type { Journey } from './journey.ts';

/** A member without channels is told what to do, and finds the first one. */
export const newMember: Journey = {
  name: 'new-member',
  run: async ({ stage, visit }) => {
    const subscriptions = ['dome', 'pipeline', 'seeing', 'general', 'lunch'];
    await stage.cast.as('Bram').call(unsubscribe, { subscriptions });
    const { page } = await visit({ user: 'Bram' });
    await openView(page, '#inbox');
    await page.getByRole('main').getByText('You have not joined a channel yet').waitFor();
    await sidebar(page).getByRole('link', { name: 'Find channels' }).waitFor();
    await page.getByRole('main').getByRole('button', { name: 'Find channels' }).click();
    await page.getByRole('button', { name: 'Join lunch' }).click();
    await sidebar(page)
      .getByRole('link', { name: /^lunch/ })
      .waitFor();
  },
};
