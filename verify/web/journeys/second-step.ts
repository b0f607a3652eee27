import { codeAt } from '@parley/test-support/authenticator.ts';
import type { Page } from 'playwright-core';
import { openView, passwordForm, sidebar } from '../support/app.ts';
import { PASSWORD } from '../support/sample.ts';
import type { MailingJourney } from './journey.ts';

const EMAIL = 'iris@observatory.example';
const STEP_MS = 30_000;

/**
 * A user adds an authenticator app, keeps the recovery codes, and is told by e-mail; then logs in with a code, and with
 * a recovery code after a wrong one.
 */
export const secondStep: MailingJourney = {
  name: 'second-step',
  sendsMail: true,
  run: async ({ stage, visit, expectProblems }) => {
    expectProblems(/status of 40[013]/);
    const { page } = await visit({ user: undefined });
    await page.goto('/');
    await enterPassword(page);
    await sidebar(page).getByText('Iris Lindqvist').waitFor();
    await openView(page, '#settings/account');
    await page.getByRole('button', { name: 'Add an app' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add an authenticator app' });
    await dialog.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
    const secret = await dialog.getByLabel('Or type this secret').inputValue();
    const now = Date.now();
    await dialog.getByLabel('Code of the app').fill(codeAt(secret, now));
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    const kept = page.getByRole('dialog', { name: 'Your recovery codes' });
    await kept.getByRole('listitem').first().waitFor();
    const codes = await kept.getByRole('listitem').allTextContents();
    if (codes.length !== 10) throw new Error(`There are ${codes.length} recovery codes.`);
    await kept.getByRole('button', { name: 'I have kept them' }).click();
    await page.getByText('10 of 10 recovery codes are left.').waitFor();
    const { text } = await stage.mailbox.emailTo(EMAIL);
    if (!text.includes('An authenticator app was added')) throw new Error(`The e-mail says: ${text}`);

    await logOut(page);
    await enterPassword(page);
    await page.getByText('Second step of your log-in').waitFor();
    await enterCode(page, '000000x');
    await page.getByRole('alert').filter({ hasText: 'The code is wrong' }).waitFor();
    await enterCode(page, codeAt(secret, now + STEP_MS));
    await sidebar(page).getByText('Iris Lindqvist').waitFor();

    await logOut(page);
    await enterPassword(page);
    await enterCode(page, codes[3] ?? '');
    await sidebar(page).getByText('Iris Lindqvist').waitFor();
    await openView(page, '#settings/account');
    await page.getByText('9 of 10 recovery codes are left.').waitFor();
    await page.getByRole('button', { name: 'Remove Authenticator app' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    const proof = page.getByRole('dialog', { name: 'Remove Authenticator app', exact: true });
    await proof.getByLabel('Code').fill(codes[4] ?? '');
    await proof.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('Off. With a passkey or an authenticator app').waitFor();
    await logOut(page);
    await enterPassword(page);
    await sidebar(page).getByText('Iris Lindqvist').waitFor();
  },
};

async function enterPassword(page: Page): Promise<void> {
  await passwordForm(page);
  await page.getByLabel('E-mail').fill(EMAIL);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
}

async function enterCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Code').fill(code);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
}

async function logOut(page: Page): Promise<void> {
  await openView(page, '#inbox');
  await sidebar(page).getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
}
