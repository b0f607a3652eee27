import { getUser } from '@parley/contract/endpoints/users.ts';
import { openView, passwordForm, sidebar } from '../support/app.ts';
import { eventuallyEqual } from '../support/eventually.ts';
import { linkIn } from '../support/joining.ts';
import { PASSWORD } from '../support/sample.ts';
import type { MailingJourney } from './journey.ts';

const NEW = 'chen.wei@observatory.example';

/** Another address counts once its link has been opened, and is the one to log in with. */
export const changeAddress: MailingJourney = {
  name: 'change-address',
  sendsMail: true,
  run: async ({ stage, visit, expectProblems }) => {
    // The key of the user's program belongs to the old address.
    expectProblems(/status of 40[01]/);
    const { page } = await visit({ user: 'Chen' });
    await openView(page, '#settings/account');
    await page.getByRole('button', { name: 'Change e-mail' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change e-mail' });
    await dialog.getByLabel('New address').fill(NEW);
    await dialog.getByLabel('Password').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Change', exact: true }).click();
    await page.getByText(/Open the link that we sent to/).waitFor();
    const shown = async (): Promise<string | null | undefined> => {
      const user_id = stage.cast.idOf('Chen');
      return (await stage.cast.as('Iris').call(getUser, { user_id })).user.delivery_email;
    };
    await eventuallyEqual('address before the link', shown, 'chen@observatory.example');
    const path = linkIn((await stage.mailbox.emailTo(NEW)).text);
    // The page cannot be compared with the state of a program whose key has ended.
    await page.goto(path);
    await eventuallyEqual('address after a look at the page', shown, 'chen@observatory.example');
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('Your address is changed').waitFor();
    await eventuallyEqual('address after the link', shown, NEW);
    await page.goto('about:blank');

    const visitor = await visit({ user: undefined });
    await visitor.page.goto('/');
    await passwordForm(visitor.page);
    await visitor.page.getByLabel('E-mail').fill(NEW);
    await visitor.page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await visitor.page.getByRole('button', { name: 'Log in', exact: true }).click();
    await sidebar(visitor.page).getByText('Chen Wei').first().waitFor();
    await visitor.page.goto('about:blank');
  },
};
