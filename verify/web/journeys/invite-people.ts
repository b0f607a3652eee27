import { sidebar } from '../support/app.ts';
import { joinWith, linkIn } from '../support/joining.ts';
import type { Journey, MailingJourney } from './journey.ts';
import type { Page } from 'playwright-core';

/** The link is made and copied with two clicks, and a new member joins with it and sees the channels. */
export const inviteByLink: Journey = {
  name: 'invite-by-link',
  run: async ({ visit }) => {
    const { page, context } = await visit({ user: 'Iris' });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('/');
    await openSheet(page);
    await page.getByText('The link is made and copied.').waitFor();
    const link = await page.getByLabel('Link that invites').inputValue();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    if (copied !== link) throw new Error(`“${copied}” was copied instead of the link.`);
    await page.getByLabel('They join as').selectOption('Guest');
    await page.getByText('Link for guest').waitFor();
    const forGuests = page.getByLabel('Link that invites');
    if ((await forGuests.inputValue()) === link) throw new Error('The link did not change with the role.');
    await page.getByLabel('They join as').selectOption('Member');
    await page.getByText('Link for member').first().waitFor();
    const { page: other } = await visit({ user: undefined });
    const last = await forGuests.inputValue();
    await joinWith(other, last, { name: 'Lena Holm', email: 'lena@observatory.example' });
    await sidebar(other).getByText('Lena Holm').waitFor();
    await sidebar(other)
      .getByRole('link', { name: /^general/ })
      .waitFor();
  },
};

/** A revoked link leads to a page that says so. */
export const revokeInvitation: Journey = {
  name: 'revoke-invitation',
  run: async ({ visit, expectProblems }) => {
    // The link of this journey does not work any more.
    expectProblems(/status of 404/);
    const { page } = await visit({ user: 'Iris' });
    await page.goto('/#people');
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    await page.getByLabel('Link that invites').waitFor();
    const link = await page.getByLabel('Link that invites').inputValue();
    await page.getByRole('button', { name: 'Revoke Link for member' }).first().click();
    await page.getByText('The invitation is revoked.').waitFor();
    const { page: other } = await visit({ user: undefined });
    await other.goto(new URL(link).pathname);
    await other.getByText('was revoked').waitFor();
    await other.getByRole('link', { name: 'Back to log-in' }).click();
    await other.getByText('Log in with a password').waitFor();
  },
};

/** An address gets a mail with a link of its own; the mail can be sent again, its older link ends, and another one is revoked. */
export const inviteByMail: MailingJourney = {
  name: 'invite-by-mail',
  sendsMail: true,
  run: async ({ stage, visit, expectProblems }) => {
    expectProblems(/status of 404/);
    const { page } = await visit({ user: 'Iris' });
    await page.goto('/');
    await openSheet(page);
    await page.getByRole('combobox', { name: 'Send it by mail too' }).fill('mika@observatory.example');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Send 1 mail' }).click();
    const first = await stage.mailbox.emailTo('mika@observatory.example');
    await page.getByRole('combobox', { name: 'Send it by mail too' }).fill('nils@observatory.example');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Send 1 mail' }).click();
    const { text: revoked } = await stage.mailbox.emailTo('nils@observatory.example');
    await page.getByRole('button', { name: 'Revoke nils@observatory.example' }).click();
    await page.getByText('The invitation is revoked.').waitFor();
    const { page: late } = await visit({ user: undefined });
    await late.goto(linkIn(revoked));
    await late.getByText('was revoked').waitFor();
    await page.getByRole('button', { name: 'Send again to mika@observatory.example' }).click();
    const second = await stage.mailbox.emailTo('mika@observatory.example', [first]);
    const { page: other } = await visit({ user: undefined });
    await other.goto(linkIn(first.text));
    await other.getByRole('heading', { name: 'This did not work' }).waitFor();
    await joinWith(other, `${stage.url}${linkIn(second.text)}`, { name: 'Mika Berg' });
    await sidebar(other).getByText('Mika Berg').waitFor();
  },
};

async function openSheet(page: Page): Promise<void> {
  await sidebar(page).getByRole('button', { name: 'Observatory' }).click();
  await page.getByRole('menuitem', { name: /^Invite people/ }).click();
  await page.getByLabel('Link that invites').waitFor();
}
