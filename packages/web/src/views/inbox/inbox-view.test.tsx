import { page } from 'vitest/browser';
import { expect, test } from 'vitest';
import { exampleConversation, exampleState, exampleUnread } from '../../../test/components/examples.ts';
import { show } from '../../../test/components/show.tsx';
import { InboxView } from './inbox-view.tsx';

const state = exampleState({ unread_msgs: exampleUnread({ motors: [1, 2, 3], cover: [4] }) });
const answers = {
  '/conversations': { conversations: [exampleConversation('motors', 3)], found_oldest: true },
};
const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });

test('unread topics stand under their channel, with their counts and last messages', async () => {
  await show(<InboxView />, { state, answers });
  await expect.element(page.getByText('4 unread in 2 conversations')).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'dome' })).toBeVisible();
  await expect.element(row('motors').getByText('3', { exact: true })).toBeVisible();
  await expect.element(row('motors').getByText('The last of motors')).toBeVisible();
});

test('marking a row as read asks the server for this topic alone', async () => {
  const { asked } = await show(<InboxView />, { state, answers });
  await row('cover').hover();
  await row('cover').getByRole('button', { name: 'Mark as read' }).click();
  await expect
    .poll(() => asked.map(({ body }) => decodeURIComponent(body)))
    .toContain('op=add&flag=read&messages=[4]');
});

test('a muted topic is not among the unread ones', async () => {
  const policy = { stream_id: 1, topic_name: 'cover', visibility_policy: 1, last_updated: 0 };
  const muted = exampleState({
    unread_msgs: exampleUnread({ motors: [1], cover: [4] }),
    user_topics: [policy],
  });
  await show(<InboxView />, { state: muted, answers });
  await expect.element(row('motors')).toBeVisible();
  expect(row('cover').query()).toBeNull();
});

test('catching up is offered only where something is unread', async () => {
  await show(<InboxView />);
  await expect.element(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
  expect(page.getByRole('link', { name: /Catch up/ }).query()).toBeNull();
});
