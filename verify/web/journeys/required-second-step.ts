import { codeAt } from '@parley/test-support/authenticator.ts';
import type { Page } from 'playwright-core';
import { openView, passwordForm, sidebar } from '../support/app.ts';
import { PASSWORD } from '../support/sample.ts';
import type { MailingJourney } from './journey.ts';

const EMAIL = 'iris@observatory.example';

/**
 * An owner requires a second step of everyone and is reminded of the own one; after the days of grace the log-in sets it
 * up before anything else.
 */
export const requiredSecondStep: MailingJourney = {
  name: 'required-second-step',
  sendsMail: true,
  run: async ({ stage, visit, expectProblems }) => {
    expectProblems(/status of 401/);
    const { page } = await visit({ user: undefined });
    await page.goto('/');
    await enterPassword(page);
    await sidebar(page).getByText('Iris Lindqvist').waitFor();
    await openView(page, '#organization/sign-in');
    await page.getByLabel('A second step is needed by').selectOption({ label: 'Everyone' });
    await page.getByText(/You have [\d,]+ days to set it up/).waitFor();
    await page.getByText(/people have no second step/).waitFor();
    await page.getByRole('button', { name: 'Show them' }).click();
    await page
      .getByRole('list', { name: 'People without a second step' })
      .getByText('Iris Lindqvist')
      .waitFor();
    await page.getByRole('button', { name: 'Set it up' }).click();
    await page.getByRole('heading', { name: 'Second step' }).waitFor();

    await stage.endGrace();
    await logOut(page);
    await enterPassword(page);
    await page.getByText('Your organization requires a second step. Set it up to log in.').waitFor();
    const secret = await page.getByLabel('Or type this secret').inputValue();
    await page.getByLabel('Code of the app').fill('000000');
    await page.getByRole('button', { name: 'Set up and log in' }).click();
    await page.getByRole('alert').filter({ hasText: 'The code is wrong' }).waitFor();
    await page.getByLabel('Code of the app').fill(codeAt(secret, Date.now()));
    await page.getByRole('button', { name: 'Set up and log in' }).click();
    const kept = page.getByRole('dialog', { name: 'Your recovery codes' });
    await kept.getByRole('listitem').first().waitFor();
    await kept.getByRole('button', { name: 'I have kept them' }).click();
    await sidebar(page).getByText('Iris Lindqvist').waitFor();
    await openView(page, '#settings/account');
    await page.getByText('10 of 10 recovery codes are left.').waitFor();
    const { text } = await stage.mailbox.emailTo(EMAIL);
    if (!text.includes('An authenticator app was added')) throw new Error(`The e-mail says: ${text}`);
  },
};

async function enterPassword(page: Page): Promise<void> {
  await passwordForm(page);
  await page.getByLabel('E-mail').fill(EMAIL);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
}

async function logOut(page: Page): Promise<void> {
  await openView(page, '#inbox');
  await sidebar(page).getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
}
