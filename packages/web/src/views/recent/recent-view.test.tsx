import { page } from 'vitest/browser';
import { expect, test } from 'vitest';
import { exampleConversation, exampleState, exampleUnread, ME } from '../../../test/components/examples.ts';
import { show } from '../../../test/components/show.tsx';
import { RecentView } from './recent-view.tsx';

const state = exampleState({ unread_msgs: exampleUnread({ motors: [3] }) });
const answers = {
  '/conversations': {
    conversations: [
      exampleConversation('motors', 9),
      exampleConversation('cover', 5, { sender_ids: [ME], sender_id: ME }),
    ],
    found_oldest: false,
  },
};
const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
const chip = (name: string) => page.getByRole('button', { name, exact: true });

test('conversations have their channel, their last message and, of oneself, "You"', async () => {
  await show(<RecentView />, { state, answers });
  await expect.element(row('motors').getByText('dome')).toBeVisible();
  await expect.element(row('motors').getByText('The last of motors')).toBeVisible();
  await expect.element(row('cover').getByText(/^You/)).toBeVisible();
});

test('a chip leaves the unread conversations, another one those that one wrote in', async () => {
  await show(<RecentView />, { state, answers });
  await chip('Unread').click();
  await expect.element(row('motors')).toBeVisible();
  expect(row('cover').query()).toBeNull();
  await chip('I wrote in').click();
  await expect.element(row('cover')).toBeVisible();
  expect(row('motors').query()).toBeNull();
});

test('a filter that nothing matches says so', async () => {
  await show(<RecentView />, { state, answers });
  await page.getByRole('textbox', { name: 'Filter conversations' }).fill('spectrograph');
  await expect.element(page.getByText('No conversation matches.')).toBeVisible();
});

test('older conversations are fetched from the last one on', async () => {
  const { asked } = await show(<RecentView />, { state, answers });
  const before = asked.length;
  await page.getByRole('button', { name: 'Show older conversations' }).click();
  await expect
    .poll(() =>
      asked
        .slice(before)
        .map(({ query }) => query.toString())
        .join(),
    )
    .toContain('5');
});
