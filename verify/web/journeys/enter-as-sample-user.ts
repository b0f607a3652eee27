import { sidebar } from '../support/app.ts';
import type { Journey } from './journey.ts';

/** One click on a sample user leads to the inbox of that user. */
export const enterAsSampleUser: Journey = {
  name: 'enter-as-sample-user',
  run: async ({ visit, expectProblems }) => {
    expectProblems(/status of 40[013]/);
    const { page } = await visit({ user: undefined });
    await page.goto('/');
    await page.getByRole('button', { name: /Bram Okafor/ }).click();
    await sidebar(page).getByText('In the workshop until 12:00').waitFor();
  },
};
