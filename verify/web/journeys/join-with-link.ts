import { createInviteLink } from '@parley/contract/endpoints/invites.ts';
import { sidebar } from '../support/app.ts';
import { NEW_PASSWORD } from '../support/joining.ts';
import type { Journey } from './journey.ts';

/** A picture of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/**
 * The page of an invitation says who invites and to what; a refusal keeps the answers; choices count at once, and
 * times of day are those of the browser.
 */
export const joinWithLink: Journey = {
  name: 'join-with-link',
  hasWorker: true,
  run: async ({ stage, visit, expectProblems }) => {
    // The password that attackers know.
    expectProblems(/status of 400/);
    const { invite_link: link } = await stage.cast.as('Iris').call(createInviteLink, {
      include_realm_default_subscriptions: true,
      welcome_message_custom_text: 'Say hello in general first.',
    });
    const { page } = await visit({ user: undefined });
    await page.goto(new URL(link).pathname);
    await page.getByText('Iris Lindqvist invites you').waitFor();
    await page.getByText('Say hello in general first.').waitFor();
    await page.getByText('You read general and seeing.').waitFor();
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: PIXEL });
    await page.getByLabel('Your name').fill('Vera Lund');
    await page.getByLabel('E-mail').fill('vera@observatory.example');
    await page.getByRole('button', { name: 'New line' }).click();
    await page.getByLabel('Password', { exact: true }).fill('password1');
    await page.getByRole('button', { name: 'Join Observatory' }).click();
    await page.getByRole('alert').filter({ hasText: 'list of stolen passwords' }).waitFor();
    await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
    await page.getByRole('button', { name: 'Join Observatory' }).click();
    await sidebar(page).getByText('Vera Lund').waitFor();
    const own = await page.evaluate(async () => {
      const headers = { 'X-Parley': 'web' };
      const answer = await fetch('/json/users/me', { headers });
      return (await answer.json()) as { readonly avatar_url: string | null };
    });
    if (own.avatar_url?.includes('?') !== true) throw new Error('The picture was not kept.');
    const hasBrowsersHours = await page.evaluate(() => {
      const { parley } = globalThis as unknown as {
        parley: { state: { get(): { user_settings: { twenty_four_hour_time: boolean } } } };
      };
      return parley.state.get().user_settings.twenty_four_hour_time;
    });
    if (!hasBrowsersHours) throw new Error('A browser with 24 hours shows 12.');
  },
};
