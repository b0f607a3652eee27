import { page } from 'vitest/browser';
import { expect, test } from 'vitest';
import { exampleChannel, exampleState, exampleUnread } from '../../../test/components/examples.ts';
import { show } from '../../../test/components/show.tsx';
import { TopicsView } from './topics-view.tsx';

const topics = [
  { name: 'motors', max_id: 9 },
  { name: '✔ cover', max_id: 5 },
];
const answers = { '/users/me/1/topics': { topics } };
const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });

test('topics are listed, and their number is in the filter', async () => {
  await show(<TopicsView channelId={1} />, { answers });
  await expect.element(row('motors')).toBeVisible();
  await expect.element(page.getByPlaceholder('Filter 2 topics')).toBeVisible();
  await expect.element(page.getByText('Showing 2 of 2 topics.')).toBeVisible();
});

test('resolved topics can be left out', async () => {
  await show(<TopicsView channelId={1} />, { answers });
  await expect.element(row('cover')).toBeVisible();
  await page.getByRole('button', { name: 'Resolved too' }).click();
  await expect.element(page.getByText('Showing 1 of 2 topics.')).toBeVisible();
  expect(row('cover').query()).toBeNull();
});

test('a chip leaves the unread topics', async () => {
  const state = exampleState({ unread_msgs: exampleUnread({ motors: [9] }) });
  await show(<TopicsView channelId={1} />, { answers, state });
  await page.getByRole('button', { name: 'Unread', exact: true }).click();
  await expect.element(row('motors')).toBeVisible();
  expect(row('cover').query()).toBeNull();
});

test('a channel that one has not joined offers to join', async () => {
  const state = exampleState({ subscriptions: [], never_subscribed: [exampleChannel(1, 'dome')] });
  const { asked } = await show(<TopicsView channelId={1} />, { answers, state });
  await page.getByRole('button', { name: /^Join/ }).click();
  await expect
    .poll(() => asked.map(({ method, path }) => `${method} ${path}`))
    .toContain('POST /users/me/subscriptions');
});
