import { page } from 'vitest/browser';
import { expect, test } from 'vitest';
import { exampleState, exampleUser, ME } from '../../../test/components/examples.ts';
import { show } from '../../../test/components/show.tsx';
import { YouView } from './you-view.tsx';

test('the own page has name, role and organization, and what waits', async () => {
  const state = exampleState({
    full_name: 'Iris Lindqvist',
    is_owner: true,
    starred_messages: [4, 5],
    reminders: [{ reminder_id: 1, scheduled_delivery_timestamp: 4_000_000_000 }],
  });
  await show(<YouView />, { state });
  await expect.element(page.getByText('Iris Lindqvist')).toBeVisible();
  await expect.element(page.getByText(/owner of Observatory/i)).toBeVisible();
  await expect.element(page.getByRole('link', { name: /^Starred\s*2/ })).toBeVisible();
  await expect.element(page.getByRole('link', { name: /^Later and scheduled\s*1/ })).toBeVisible();
});

test('the status is shown, and its button opens the dialog', async () => {
  const state = exampleState({
    realm_users: [exampleUser(ME, 'Iris Lindqvist')],
    user_status: { [ME]: { status_text: 'At the telescope' } },
  });
  await show(<YouView />, { state });
  await page.getByRole('button', { name: /At the telescope/ }).click();
  await expect.element(page.getByRole('dialog', { name: 'Set a status' })).toBeVisible();
});
