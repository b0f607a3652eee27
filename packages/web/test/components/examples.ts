import type { ServerEvent, State } from '@parley/client';

type User = NonNullable<State['realm_users']>[number];
type Channel = NonNullable<State['subscriptions']>[number];

/** The user of the examples. */
export const ME = 10;

/** The group of everybody, and of the owner. */
const EVERYBODY = 100;
const OWNERS = 101;

/** Parts of a state that the tests name; the rest is as in a small organization. */
export type StateParts = {
  readonly [name in keyof State]?: unknown;
};

export function exampleUser(id: number, name: string, rest: Partial<User> = {}): User {
  const email = `user${id}@example.org`;
  const known = {
    user_id: id,
    full_name: name,
    email,
    delivery_email: email,
    role: 400,
    is_active: true,
    is_bot: false,
    is_admin: false,
    is_owner: false,
    is_guest: false,
    timezone: '',
    avatar_url: null,
    avatar_version: 1,
    date_joined: '2026-01-05T09:00:00Z',
    profile_data: {},
  };
  return { ...known, ...rest } as unknown as User;
}

export function exampleChannel(id: number, name: string, rest: Partial<Channel> = {}): Channel {
  const known = {
    stream_id: id,
    name,
    description: '',
    rendered_description: `<p>${rest.description ?? ''}</p>`,
    color: '#22767d',
    invite_only: false,
    is_web_public: false,
    is_archived: false,
    is_muted: false,
    pin_to_top: false,
    folder_id: null,
    subscriber_count: 3,
    stream_weekly_traffic: null,
    date_created: 1_760_000_000,
    creator_id: ME,
    first_message_id: null,
    topics_policy: 'inherit',
    history_public_to_subscribers: true,
    can_add_subscribers_group: OWNERS,
    can_administer_channel_group: OWNERS,
    can_create_topic_group: EVERYBODY,
    can_delete_any_message_group: OWNERS,
    can_delete_own_message_group: EVERYBODY,
    can_move_messages_out_of_channel_group: OWNERS,
    can_move_messages_within_channel_group: EVERYBODY,
    can_remove_subscribers_group: OWNERS,
    can_resolve_topics_group: EVERYBODY,
    can_send_message_group: EVERYBODY,
    can_subscribe_group: OWNERS,
  };
  return { ...known, ...rest } as unknown as Channel;
}

function exampleGroup(id: number, name: string, members: readonly number[]): object {
  return {
    id,
    name,
    description: '',
    members,
    direct_subgroup_ids: [],
    is_system_group: true,
    deactivated: false,
  };
}

/** The state of an organization with three people and one channel. */
export function exampleState(parts: StateParts = {}): State {
  const known: StateParts = {
    queue_id: 'example',
    last_event_id: 0,
    zulip_feature_level: 400,
    user_id: ME,
    realm_name: 'Observatory',
    realm_users: [
      exampleUser(ME, 'Iris Lindqvist', { role: 100, is_admin: true, is_owner: true }),
      exampleUser(11, 'Bram Okafor'),
      exampleUser(12, 'Chen Wei'),
    ],
    subscriptions: [exampleChannel(1, 'dome', { description: 'The dome, its motors and its cover' })],
    unsubscribed: [],
    never_subscribed: [],
    channel_folders: [],
    user_topics: [],
    muted_users: [],
    realm_user_groups: [
      exampleGroup(EVERYBODY, 'role:everyone', [ME, 11, 12]),
      exampleGroup(OWNERS, 'role:owners', [ME]),
    ],
    realm_emoji: {},
    user_settings: { enter_sends: true, timezone: '', twenty_four_hour_time: true },
    unread_msgs: { count: 0, pms: [], streams: [], huddles: [], mentions: [], old_unreads_missing: false },
    starred_messages: [],
    drafts: [],
    scheduled_messages: [],
    reminders: [],
    presences: {},
    user_status: {},
    custom_profile_fields: [],
    max_message_length: 10_000,
    max_topic_length: 60,
  };
  return { ...known, ...parts } as unknown as State;
}

/** An event as the server sends it. */
export function exampleEvent(event: object): ServerEvent {
  return { id: 1, ...event } as unknown as ServerEvent;
}

/** A message as the server sends it, from Bram in the topic "motors". */
export function exampleMessage(id: number, content: string, rest: object = {}): object {
  return {
    id,
    type: 'stream',
    stream_id: 1,
    display_recipient: 'dome',
    subject: 'motors',
    sender_id: 11,
    sender_full_name: 'Bram Okafor',
    sender_email: 'user11@example.org',
    sender_realm_str: '',
    avatar_url: null,
    client: 'web',
    content: `<p>${content}</p>`,
    content_type: 'text/html',
    is_me_message: false,
    timestamp: 1_772_000_000 + id,
    flags: ['read'],
    reactions: [],
    submessages: [],
    topic_links: [],
    recipient_id: 1,
    ...rest,
  };
}

/** The last message of a topic of "dome", as the list of conversations has it. */
export function exampleConversation(topic: string, id: number, rest: object = {}): object {
  return {
    type: 'stream',
    stream_id: 1,
    topic,
    max_id: id,
    sender_id: 11,
    timestamp: 1_772_000_000 + id,
    preview: `The last of ${topic}`,
    sender_ids: [11],
    ...rest,
  };
}

/** Unread messages of topics of "dome". */
export function exampleUnread(topics: Readonly<Record<string, readonly number[]>>): object {
  const streams = Object.entries(topics).map(([topic, ids]) => ({
    stream_id: 1,
    topic,
    unread_message_ids: ids,
  }));
  const count = streams.reduce((sum, { unread_message_ids: ids }) => sum + ids.length, 0);
  return { count, pms: [], streams, huddles: [], mentions: [], old_unreads_missing: false };
}
