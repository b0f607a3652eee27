import { openOrganization } from '../support/open-organization.ts';
import { topicAddress } from '../scenes/addresses.ts';
import { openConversation, passwordForm, sidebar } from '../support/app.ts';
import { joinWith, linkIn, NEW_PASSWORD } from '../support/joining.ts';
import type { Journey, MailingJourney } from './journey.ts';

/** A new password by e-mail: the link works once and logs in. */
export const forgottenPasswordByMail: MailingJourney = {
  name: 'forgotten-password-by-mail',
  sendsMail: true,
  run: async ({ stage, visit, expectProblems }) => {
    // The link is opened again after its use.
    expectProblems(/status of 404/);
    const { page } = await visit({ user: undefined });
    await page.goto('/');
    await passwordForm(page);
    await page.getByRole('link', { name: 'Forgotten password?' }).click();
    await page.getByLabel('E-mail').fill('bram@observatory.example');
    await page.getByRole('button', { name: 'Send the link' }).click();
    await page.getByText('Check your mailbox').waitFor();
    const path = linkIn((await stage.mailbox.emailTo('bram@observatory.example')).text);
    await page.goto(path);
    await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
    await page.getByRole('button', { name: 'Change it and log in' }).click();
    await sidebar(page).getByText('Bram Okafor').waitFor();
    await page.goto(path);
    await page.getByText('already used or has expired').waitFor();
  },
};

/** Without mail the page names whom to ask, and an administrator copies a link that leads in. */
export const forgottenPasswordWithoutMail: Journey = {
  name: 'forgotten-password-without-mail',
  run: async ({ visit }) => {
    const { page } = await visit({ user: undefined });
    await page.goto('/reset-password');
    await page.getByText('sends no mail').waitFor();
    await page.getByRole('list', { name: 'Whom to ask' }).getByText('Iris Lindqvist').waitFor();
    const { page: helper, context } = await visit({ user: 'Iris' });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await openConversation(helper, topicAddress('dome', 'night plan'));
    await helper.getByRole('article').getByText('Dara Novak').first().click();
    await helper.getByRole('dialog').getByRole('button', { name: 'Profile' }).click();
    await helper.getByRole('complementary').getByRole('button', { name: /^More/ }).click();
    await helper.getByRole('menuitem', { name: 'Copy a link for a new password' }).click();
    await helper.getByText('The link is copied.').waitFor();
    const link = await helper.evaluate(() => navigator.clipboard.readText());
    await page.goto(new URL(link).pathname);
    await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
    await page.getByRole('button', { name: 'Change it and log in' }).click();
    await sidebar(page).getByText('Dara Novak').waitFor();
  },
};

/** Where everybody can join, an address is confirmed by a mail, whose link leads in. */
export const openSignUp: MailingJourney = {
  name: 'open-sign-up',
  sendsMail: true,
  run: async ({ stage, visit }) => {
    await openOrganization(stage.cast);
    const { page } = await visit({ user: undefined });
    await page.goto('/');
    await passwordForm(page);
    await page.getByRole('link', { name: 'Create an account' }).click();
    await page.getByLabel('E-mail').fill('nora@elsewhere.example');
    await page.getByRole('button', { name: 'Send the link' }).click();
    const { text } = await stage.mailbox.emailTo('nora@elsewhere.example');
    await joinWith(page, `${stage.url}${linkIn(text)}`, { name: 'Nora Lind' });
    await sidebar(page).getByText('Nora Lind').waitFor();
  },
};

/** No request of the door fails, and nothing is said in the console. */
export const noFailedRequestAtTheDoor: Journey = {
  name: 'no-failed-request-at-the-door',
  hasWorker: true,
  run: async ({ visit }) => {
    const { page } = await visit({ user: undefined });
    const failed: string[] = [];
    page.on('response', (response) => {
      if (response.status() >= 400) failed.push(`${response.status()} ${response.url()}`);
    });
    page.on('requestfailed', (request) => failed.push(`failed ${request.url()}`));
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') failed.push(message.text());
    });
    for (const path of ['/', '/reset-password', '/']) {
      await page.goto(path, { waitUntil: 'networkidle' });
      await page.getByRole('heading', { level: 1 }).waitFor();
    }
    await passwordForm(page);
    if (failed.length > 0) throw new Error(failed.join('\n'));
  },
};
