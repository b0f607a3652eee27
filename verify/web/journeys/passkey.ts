import type { Page } from 'playwright-core';
import { openView, passwordForm, sidebar } from '../support/app.ts';
import { PASSWORD } from '../support/sample.ts';
import type { MailingJourney } from './journey.ts';

const EMAIL = 'iris@observatory.example';

/**
 * A user adds a passkey and is told by e-mail; logs in with it alone, and with it after the password; removes it after a
 * proof. A user who lost it logs in with a recovery code.
 */
export const passkey: MailingJourney = {
  name: 'passkey',
  sendsMail: true,
  run: async ({ stage, visit, expectProblems }) => {
    expectProblems(/status of 40[013]/);
    const { page } = await visit({ user: undefined });
    const device = await plugIn(page);
    await page.goto('/');
    await enterPassword(page);
    await sidebar(page).getByText('Iris Lindqvist').waitFor();
    await openView(page, '#settings/account');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
    await dialog.getByLabel('Name').fill('Blue key on the ring');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    const kept = page.getByRole('dialog', { name: 'Your recovery codes' });
    await kept.getByRole('listitem').first().waitFor();
    const codes = await kept.getByRole('listitem').allTextContents();
    if (codes.length !== 10) throw new Error(`There are ${codes.length} recovery codes.`);
    await kept.getByRole('button', { name: 'I have kept them' }).click();
    await page.getByRole('row', { name: /Blue key on the ring/ }).waitFor();
    const { text } = await stage.mailbox.emailTo(EMAIL);
    if (!text.includes('A passkey was added')) throw new Error(`The e-mail says: ${text}`);

    await logOut(page);
    await passwordForm(page);
    await page.getByLabel('This is a shared computer').check();
    await page.getByRole('button', { name: 'Log in with a passkey' }).click();
    await sidebar(page).getByText('Iris Lindqvist').waitFor();
    const databases = await page.evaluate(async () => (await indexedDB.databases()).length);
    if (databases > 0) throw new Error('A shared computer keeps data.');

    await logOut(page);
    await enterPassword(page);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await sidebar(page).getByText('Iris Lindqvist').waitFor();

    await logOut(page);
    await device.unplug();
    await enterPassword(page);
    await page.getByLabel('Code').fill(codes[0] ?? '');
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await sidebar(page).getByText('Iris Lindqvist').waitFor();
    await openView(page, '#settings/account');
    await page.getByText('9 of 10 recovery codes are left.').waitFor();
    await page.getByRole('button', { name: 'Remove Blue key on the ring' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    const proof = page.getByRole('dialog', { name: 'Remove Blue key on the ring', exact: true });
    await proof.getByLabel('Code').fill(codes[0] ?? '');
    await proof.getByRole('button', { name: 'Remove' }).click();
    await proof.getByText('The code is wrong').first().waitFor();
    await proof.getByLabel('Code').fill(codes[1] ?? '');
    await proof.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('Off. With a passkey').waitFor();
  },
};

/** Gives the browser an authenticator that keeps passkeys and checks its user, as a phone or computer does. */
async function plugIn(page: Page): Promise<{ readonly unplug: () => Promise<unknown> }> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { unplug: () => devtools.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId }) };
}

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
