import { page } from 'vitest/browser';
import { expect, test } from 'vitest';
import { exampleChannel, exampleState, exampleUser, ME } from '../../../test/components/examples.ts';
import { show } from '../../../test/components/show.tsx';
import { ChannelPanel } from './channel-panel.tsx';

const answers = {
  '/streams/1/members': { subscribers: [ME, 11, 12] },
  '/streams/1/email_address': { email: 'dome@mail.example.org' },
};
const button = (name: string | RegExp) => page.getByRole('button', { name });

test('an administrator changes the description in place', async () => {
  const { asked } = await show(<ChannelPanel channelId={1} />, { answers });
  await expect.element(page.getByText('The dome, its motors and its cover')).toBeVisible();
  await expect.element(page.getByText('3 people')).toBeVisible();
  await button(/description/i)
    .first()
    .click();
  await page.getByRole('textbox', { name: /description/i }).fill('All about the dome');
  await button('Save').click();
  await expect.poll(() => asked.map(({ path, body }) => `${path} ${body}`).join()).toContain('All');
});

test('a member sees who may change it, and neither changes nor archives', async () => {
  const state = exampleState({
    realm_users: [exampleUser(ME, 'Iris Lindqvist'), exampleUser(11, 'Bram Okafor', { role: 100 })],
    realm_user_groups: [],
    subscriptions: [exampleChannel(1, 'dome', { creator_id: 11 })],
  });
  await show(<ChannelPanel channelId={1} />, { answers, state });
  await expect.element(page.getByText('3 people')).toBeVisible();
  expect(button(/Archive/).query()).toBeNull();
});

test('a person is removed, and the toast can add them again', async () => {
  const { asked } = await show(<ChannelPanel channelId={1} />, { answers });
  await button('Remove Bram Okafor from dome').click();
  await expect
    .poll(() => asked.map(({ method, path }) => `${method} ${path}`))
    .toContain('DELETE /users/me/subscriptions');
});

test('a channel that there is not shows nothing', async () => {
  await show(<ChannelPanel channelId={99} />, { answers });
  expect(page.getByRole('heading').query()).toBeNull();
});
