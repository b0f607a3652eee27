import { page } from 'vitest/browser';
import { expect, test } from 'vitest';
import { exampleState, exampleUser, ME } from '../../../test/components/examples.ts';
import { show } from '../../../test/components/show.tsx';
import { ConversationHeader } from './conversation-header.tsx';

const button = (name: string) => page.getByRole('button', { name, exact: true });
const heading = (name: string) => page.getByRole('heading', { name, level: 1 });

test('a topic has its channel before it, and can be resolved', async () => {
  const { asked } = await show(
    <ConversationHeader narrow={{ kind: 'topic', channelId: 1, topic: 'motors' }} />,
    { answers: { '/messages': { messages: [{ id: 7 }], found_oldest: true } } },
  );
  await expect.element(heading('motors')).toBeVisible();
  await expect.element(page.getByRole('link', { name: /dome/ })).toBeVisible();
  await expect.element(button('Resolve')).toHaveAttribute('aria-pressed', 'false');
  await button('Resolve').click();
  await expect.poll(() => asked.map(({ path }) => path).join()).toContain('/messages');
});

test('a resolved topic is named without its mark', async () => {
  await show(<ConversationHeader narrow={{ kind: 'topic', channelId: 1, topic: '✔ motors' }} />);
  await expect.element(heading('motors')).toBeVisible();
  await expect.element(button('Resolved')).toHaveAttribute('aria-pressed', 'true');
});

test('the policy of a topic is the name of its button', async () => {
  const policy = { stream_id: 1, topic_name: 'motors', visibility_policy: 3, last_updated: 0 };
  const state = exampleState({ user_topics: [policy] });
  await show(<ConversationHeader narrow={{ kind: 'topic', channelId: 1, topic: 'motors' }} />, { state });
  await expect.element(page.getByRole('button', { name: 'Following' })).toBeVisible();
});

test('a direct conversation with one person has the status, and a bot is marked', async () => {
  const state = exampleState({
    realm_users: [exampleUser(ME, 'Iris Lindqvist'), exampleUser(14, 'Nightwatch', { is_bot: true })],
    user_status: { 14: { status_text: 'Counting frames' } },
  });
  await show(<ConversationHeader narrow={{ kind: 'direct', userIds: [14] }} />, { state });
  await expect.element(heading('Nightwatch')).toBeVisible();
  await expect.element(page.getByText('bot', { exact: true })).toBeVisible();
  await expect.element(page.getByText('Counting frames')).toBeVisible();
});

test('a group is named by its members', async () => {
  await show(<ConversationHeader narrow={{ kind: 'direct', userIds: [11, 12] }} />);
  await expect.element(heading('Bram Okafor, Chen Wei')).toBeVisible();
});
