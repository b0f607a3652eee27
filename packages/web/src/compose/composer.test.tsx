import { page, userEvent } from 'vitest/browser';
import { expect, test } from 'vitest';
import { exampleChannel, exampleState, exampleUser, ME } from '../../test/components/examples.ts';
import { show } from '../../test/components/show.tsx';
import { Composer } from './composer.tsx';

const TOPIC = { kind: 'topic', channelId: 1, topic: 'motors' } as const;
const field = () => page.getByRole('textbox', { name: 'Message' });

test('Enter sends, and Shift Enter begins a line', async () => {
  const answers = { '/messages': { id: 500 } };
  const { asked } = await show(<Composer conversation={TOPIC} />, { answers });
  await field().fill('first line');
  await userEvent.keyboard('{Shift>}{Enter}{/Shift}second line{Enter}');
  await expect.element(field()).toHaveValue('');
  await expect.poll(() => asked.filter(({ path }) => path === '/messages').length).toBe(1);
  const sent = new URLSearchParams(asked.find(({ path }) => path === '/messages')?.body);
  expect(sent.get('content')).toBe('first line\nsecond line');
});

test('Enter begins a line where the user wants it so', async () => {
  const state = exampleState({ user_settings: { enter_sends: false } });
  await show(<Composer conversation={TOPIC} />, { state });
  await field().fill('first line');
  await userEvent.keyboard('{Enter}');
  await expect.element(field()).toHaveValue('first line\n');
});

test('an empty box cannot be sent', async () => {
  await show(<Composer conversation={TOPIC} />);
  await field().fill('   ');
  await expect.element(page.getByRole('button', { name: /^Send/ }).first()).toBeDisabled();
});

test('without a connection the box says so and queues', async () => {
  await show(<Composer conversation={TOPIC} />, { isOffline: true });
  await expect.element(page.getByText('Offline')).toBeVisible();
  await expect.element(page.getByRole('button', { name: /^Queue/ })).toBeVisible();
});

test('an archived channel says why nobody writes in it', async () => {
  const state = exampleState({ subscriptions: [exampleChannel(1, 'dome', { is_archived: true })] });
  await show(<Composer conversation={TOPIC} />, { state });
  await expect.element(page.getByText(/^This channel is archived/)).toBeVisible();
  expect(field().query()).toBeNull();
});

test('a channel where the reader may not write says so', async () => {
  const nobody = { direct_members: [], direct_subgroups: [] };
  const state = exampleState({
    realm_users: [exampleUser(ME, 'Iris Lindqvist')],
    subscriptions: [exampleChannel(1, 'dome', { can_send_message_group: nobody })],
  });
  await show(<Composer conversation={TOPIC} />, { state });
  await expect.element(page.getByText('You may not write in this channel.')).toBeVisible();
  expect(field().query()).toBeNull();
});

test('a deactivated user cannot be written to', async () => {
  const state = exampleState({ realm_non_active_users: [exampleUser(13, 'Dara Novak')] });
  await show(<Composer conversation={{ kind: 'direct', userIds: [13] }} />, { state });
  await expect.element(page.getByText(/^Dara Novak is deactivated/)).toBeVisible();
});

const calls = {
  realm_video_chat_provider: 1,
  realm_available_video_chat_providers: {
    disabled: { id: 0, name: 'None' },
    jitsi_meet: { id: 1, name: 'Jitsi' },
  },
  jitsi_server_url: 'https://calls.test/',
};

test('a call is a link to a room that nobody can guess', async () => {
  await show(<Composer conversation={TOPIC} />, { state: exampleState(calls) });
  await field().fill('');
  await page.getByRole('button', { name: 'Video call' }).click();
  await expect
    .poll(() => (field().element() as HTMLTextAreaElement).value)
    .toMatch(/^\[Join the video call\]\(https:\/\/calls\.test\/[0-9a-f]{32}\)$/);
});

test('without a provider there is no button for calls', async () => {
  await show(<Composer conversation={TOPIC} />, {
    state: exampleState({ ...calls, realm_video_chat_provider: 0 }),
  });
  await expect.element(field()).toBeVisible();
  expect(page.getByRole('button', { name: 'Video call' }).query()).toBeNull();
});

test('a meeting of the provider comes with the connected account', async () => {
  const state = exampleState({
    ...calls,
    realm_video_chat_provider: 8,
    realm_available_video_chat_providers: { webex: { id: 8, name: 'Conference' } },
    has_conference_token: true,
  });
  const answers = { '/calls/conference/create': { url: 'https://meet.test/7' } };
  await show(<Composer conversation={TOPIC} />, { state, answers });
  await field().fill('');
  await page.getByRole('button', { name: 'Video call' }).click();
  await expect.element(field()).toHaveValue('[Join the video call](https://meet.test/7)');
});
