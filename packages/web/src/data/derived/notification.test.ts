import type { Message, State } from '@parley/client';
import { expect, test } from 'vitest';
import { notificationOf } from './notification.ts';

const settings = {
  enable_desktop_notifications: true,
  enable_sounds: true,
  enable_followed_topic_desktop_notifications: true,
  enable_followed_topic_audible_notifications: false,
  enable_stream_desktop_notifications: false,
  enable_stream_audible_notifications: false,
  wildcard_mentions_notify: true,
  pm_content_in_desktop_notifications: true,
  notification_sound: 'zulip',
  do_not_disturb_hours: '',
  timezone: '',
};

function stateWith(rest: object = {}): State {
  const channel = { stream_id: 7, name: 'dome', is_muted: false, desktop_notifications: null };
  return {
    user_id: 1,
    user_settings: settings,
    muted_users: [],
    user_topics: [],
    subscriptions: [channel],
    ...rest,
  } as unknown as State;
}

function inChannel(rest: object = {}): Message {
  return {
    kind: 'channel',
    sender_id: 2,
    sender_full_name: 'Bram Okafor',
    stream_id: 7,
    subject: 'mirror cover',
    channel: { id: 7, name: 'dome' },
    topic: 'mirror cover',
    content: '<p>It is <strong>open</strong> &amp; cold</p>',
    flags: [],
    ...rest,
  } as unknown as Message;
}

function direct(rest: object = {}): Message {
  const direct = [1, 2, 5].map((id) => ({ id, name: `user ${id}`, email: '' }));
  return { ...inChannel(), kind: 'direct', direct, ...rest } as unknown as Message;
}

const followed = { user_topics: [{ stream_id: 7, topic_name: 'Mirror Cover', visibility_policy: 3 }] };
const muted = { user_topics: [{ stream_id: 7, topic_name: 'mirror cover', visibility_policy: 1 }] };

test('a direct message notifies, with its participants and its text', () => {
  expect(notificationOf(direct(), stateWith())).toEqual({
    place: 'Bram Okafor, user 5',
    sender: 'Bram Okafor',
    body: 'It is open & cold',
    conversation: { kind: 'direct', userIds: [2, 5] },
    hasSound: true,
  });
});

test('a channel message notifies when it mentions the reader, even in a muted topic', () => {
  expect(notificationOf(inChannel(), stateWith())).toBeUndefined();
  expect(notificationOf(inChannel({ flags: ['mentioned'] }), stateWith(muted))?.place).toBe(
    'dome › mirror cover',
  );
});

test('a followed topic notifies by its own settings', () => {
  expect(notificationOf(inChannel(), stateWith(followed))).toMatchObject({ hasSound: false });
});

test('a mention of the whole channel does not notify in a muted topic', () => {
  const message = inChannel({ flags: ['stream_wildcard_mentioned'] });
  expect(notificationOf(message, stateWith())).toBeDefined();
  expect(notificationOf(message, stateWith(muted))).toBeUndefined();
});

test('own, read and muted senders’ messages do not notify', () => {
  expect(notificationOf(direct({ sender_id: 1 }), stateWith())).toBeUndefined();
  expect(notificationOf(direct({ flags: ['read'] }), stateWith())).toBeUndefined();
  expect(notificationOf(direct(), stateWith({ muted_users: [{ id: 2, timestamp: 0 }] }))).toBeUndefined();
});

test('the text of direct messages stays hidden by the setting', () => {
  const state = stateWith({ user_settings: { ...settings, pm_content_in_desktop_notifications: false } });
  expect(notificationOf(direct(), state)?.body).toBe('');
});

test('nothing notifies in quiet hours', () => {
  const state = stateWith({
    user_settings: { ...settings, do_not_disturb_hours: 'Mo-Su 22:00-07:00', timezone: 'Europe/Berlin' },
  });
  const at = (time: string) => notificationOf(direct({ timestamp: Date.parse(time) / 1000 }), state);
  expect(at('2026-11-17T21:30:00Z')).toBeUndefined();
  expect(at('2026-11-17T05:59:00Z')).toBeUndefined();
  expect(at('2026-11-17T06:00:00Z')).toBeDefined();
  expect(at('2026-11-17T20:59:00Z')).toBeDefined();
});
