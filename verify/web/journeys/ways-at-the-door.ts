import { passwordForm } from '../support/app.ts';
import type { Journey } from './journey.ts';

/** Each link of the log-in page leads to something that helps, and back. */
export const waysAtTheDoor: Journey = {
  name: 'ways-at-the-door',
  run: async ({ stage, visit, expectProblems }) => {
    // The invitation of this journey does not exist.
    expectProblems(/status of 404/);
    const { page } = await visit({ user: undefined });
    await page.goto('/');
    await passwordForm(page);
    await page.getByText('Join with an invitation').click();
    const field = page.getByLabel('Link of the invitation');
    await field.fill('https://elsewhere.example/join/x');
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.getByText('This is no link of an invitation').waitFor();
    await field.fill(`${stage.url}/join/unknown`);
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.getByRole('link', { name: 'Back to log-in' }).click();
    await passwordForm(page);
    await page.getByRole('link', { name: 'Forgotten password?' }).click();
    await page.getByText('An administrator can give you a link').waitFor();
    await page.getByRole('link', { name: 'Back to log-in' }).click();
    await passwordForm(page);
  },
};
