import { getUser } from '@parley/contract/endpoints/users.ts';
import { openView } from '../support/app.ts';
import { eventuallyEqual } from '../support/eventually.ts';
import type { Journey } from './journey.ts';

/** A user deactivates the own account after reading what follows, and is at the door; the only owner is refused. */
export const leaveForGood: Journey = {
  name: 'leave-for-good',
  run: async ({ stage: { cast }, visit, expectProblems }) => {
    expectProblems(/status of 40[01]/);
    const owner = await visit();
    await openView(owner.page, '#settings/account');
    await owner.page.getByRole('button', { name: 'Deactivate', exact: true }).click();
    await owner.page.getByRole('button', { name: 'Deactivate my account' }).click();
    await owner.page.getByRole('alert').filter({ hasText: 'The only owner' }).waitFor();

    const { page } = await visit({ user: 'Chen' });
    await openView(page, '#settings/account');
    await page.getByRole('button', { name: 'Deactivate', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Deactivate your account?' });
    await dialog.getByText('Your messages and files stay').waitFor();
    await dialog.getByRole('button', { name: 'Deactivate my account' }).click();
    await page
      .getByRole('button', { name: 'Log in', exact: true })
      .or(page.getByText('Enter as'))
      .first()
      .waitFor();
    const isActive = async () =>
      (await cast.as('Iris').call(getUser, { user_id: cast.idOf('Chen') })).user.is_active;
    await eventuallyEqual('the account at the server', isActive, false);
    // The account has no key any more with which the page could be compared.
    await page.goto('about:blank');
  },
};
