import { page } from 'vitest/browser';
import { expect, test } from 'vitest';
import { exampleChannel, exampleEvent, exampleState } from '../../../test/components/examples.ts';
import { show } from '../../../test/components/show.tsx';
import { ChannelsView } from './channels-view.tsx';

const other = exampleChannel(2, 'pipeline', { description: 'From raw frames to light curves' });
const state = exampleState({
  never_subscribed: [other, exampleChannel(3, 'old plans', { is_archived: true })],
});

test('all channels that are not archived are listed, with their descriptions', async () => {
  await show(<ChannelsView list="all" />, { state });
  await expect.element(page.getByText('The dome, its motors and its cover')).toBeVisible();
  await expect.element(page.getByText('From raw frames to light curves')).toBeVisible();
  expect(page.getByText('old plans').query()).toBeNull();
});

test('archived channels have a list of their own', async () => {
  await show(<ChannelsView list="archived" />, { state });
  await expect.element(page.getByText('old plans')).toBeVisible();
  expect(page.getByText('pipeline').query()).toBeNull();
});

test('a filter leaves what matches, and says when nothing does', async () => {
  await show(<ChannelsView list="all" />, { state });
  await page.getByRole('textbox', { name: 'Filter channels' }).fill('pip');
  await expect.element(page.getByText('From raw frames to light curves')).toBeVisible();
  expect(page.getByText(/^The dome, its motors/).query()).toBeNull();
  await page.getByRole('textbox', { name: 'Filter channels' }).fill('nothing has this name');
  await expect.element(page.getByText('No channel matches.')).toBeVisible();
});

test('joining asks the server, and the event changes the button', async () => {
  const { asked, happen } = await show(<ChannelsView list="all" />, { state });
  await page.getByRole('button', { name: 'Join pipeline' }).click();
  await expect
    .poll(() => asked.map(({ method, path }) => `${method} ${path}`))
    .toContain('POST /users/me/subscriptions');
  happen(exampleEvent({ type: 'subscription', op: 'add', subscriptions: [other] }));
  await expect.element(page.getByRole('button', { name: /leave pipeline/i })).toBeVisible();
});

test('the day of the last message stands beside a channel, and Quiet where none came for weeks', async () => {
  const conversation = {
    type: 'stream',
    stream_id: 1,
    topic: 'motors',
    max_id: 5,
    sender_id: 11,
    timestamp: new Date('2026-03-09T12:00').getTime() / 1000,
    preview: 'It turns again',
    sender_ids: [11],
  };
  const quiet = exampleChannel(2, 'pipeline', { is_recently_active: false });
  await show(<ChannelsView list="all" />, {
    state: exampleState({ never_subscribed: [quiet] }),
    answers: { '/conversations': { conversations: [conversation], found_oldest: true } },
  });
  const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  await expect.element(row('dome').getByText(/Mar/)).toBeVisible();
  await expect.element(row('pipeline').getByText('Quiet')).toBeVisible();
});
