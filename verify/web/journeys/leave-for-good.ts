import { getUser, updateUser } from '@parley/contract/endpoints/users.ts';
import { openView } from '../support/app.ts';
import { eventuallyEqual } from '../support/eventually.ts';
import type { Journey } from './journey.ts';

const OWNER = 100;

/** A user deactivates the own account after reading what follows, and is at the door; the only owner cannot. */
export const leaveForGood: Journey = {
  name: 'leave-for-good',
  run: async ({ stage: { cast }, visit, expectProblems }) => {
    expectProblems(/status of 40[01]/);
    const owner = await visit();
    await openView(owner.page, '#settings/account');
    const leave = owner.page.getByRole('button', { name: 'Deactivate', exact: true });
    await owner.page.getByText('You are the only owner').waitFor();
    if (await leave.isEnabled()) throw new Error('The only owner can leave.');
    // Another owner makes it possible, at once.
    await cast.as('Iris').call(updateUser, { user_id: cast.idOf('Bram'), role: OWNER });
    await eventuallyEqual('the button beside another owner', () => leave.isEnabled(), true);

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
