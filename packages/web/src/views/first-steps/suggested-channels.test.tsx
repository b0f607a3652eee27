import { page } from 'vitest/browser';
import { expect, test } from 'vitest';
import { exampleChannel, exampleEvent, exampleState } from '../../../test/components/examples.ts';
import { show } from '../../../test/components/show.tsx';
import { SuggestedChannels, suggestedChannels } from './suggested-channels.tsx';

const channels = [
  exampleChannel(2, 'library', { subscriber_count: 3 }),
  exampleChannel(3, 'visitors', { subscriber_count: 16 }),
  exampleChannel(4, 'old plans', { subscriber_count: 40, is_archived: true }),
  exampleChannel(5, 'board', { subscriber_count: 30, invite_only: true }),
  exampleChannel(6, 'lunch', { subscriber_count: 9 }),
  exampleChannel(7, 'quiet', { subscriber_count: 1 }),
];

test('the largest channels that a newcomer may join are suggested', () => {
  const state = exampleState({ never_subscribed: channels });
  expect(suggestedChannels(state).map(({ name }) => name)).toEqual(['visitors', 'lunch', 'library']);
});

test('joining asks the server, and the row stays', async () => {
  const { asked, happen } = await show(<SuggestedChannels />, {
    state: exampleState({ never_subscribed: channels }),
  });
  await page.getByRole('button', { name: 'Join lunch' }).click();
  await expect
    .poll(() => asked.map(({ method, path }) => `${method} ${path}`))
    .toContain('POST /users/me/subscriptions');
  happen(
    exampleEvent({
      type: 'subscription',
      op: 'add',
      subscriptions: channels.filter(({ name }) => name === 'lunch'),
    }),
  );
  await expect.element(page.getByRole('button', { name: /leave lunch/i })).toBeVisible();
});

test('a user of all channels gets no suggestion', async () => {
  await show(<SuggestedChannels />, { state: exampleState() });
  expect(page.getByText('Channels that many read').query()).toBeNull();
});
