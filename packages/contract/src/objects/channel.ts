import * as z from 'zod';
import { boolean, integer, string, unixSeconds } from '../primitives.ts';
import { channelPermissionValues } from './permission-settings.ts';

export const channelTopicsPolicy = z.enum([
  'inherit',
  'allow_empty_topic',
  'disable_empty_topic',
  'empty_topic_only',
]);

const fields = {
  stream_id: integer,
  name: string,
  description: string.describe('Markdown.'),
  rendered_description: string.describe('HTML.'),
  date_created: unixSeconds,
  creator_id: integer.nullable(),
  invite_only: boolean.describe('Private.'),
  is_web_public: boolean.describe('Readable without an account.'),
  history_public_to_subscribers: boolean.describe('Whether new subscribers see what was written before.'),
  is_archived: boolean,
  is_recently_active: boolean,
  message_retention_days: integer.nullable().describe('Null as the organization, -1 without end.'),
  first_message_id: integer.nullable(),
  folder_id: integer.nullable(),
  topics_policy: channelTopicsPolicy,
  stream_post_policy: z.literal([1, 2, 3, 4]).describe('Older form of `can_send_message_group`.'),
  is_announcement_only: boolean.describe('Older form of `can_send_message_group`.'),
  stream_weekly_traffic: integer.nullable().describe('Messages a week; null for young channels.'),
  subscriber_count: integer,
  default_push_notifications: boolean.describe('Whether new subscriptions start with push notifications.'),
  ...channelPermissionValues,
};

export const channel = z.strictObject(fields).meta({ id: 'Channel', description: 'A channel.' });
export type Channel = z.infer<typeof channel>;

const users = {
  subscribers: z.array(integer).optional(),
  partial_subscribers: z
    .array(integer)
    .optional()
    .describe('Instead of `subscribers`: bots and active users only.'),
};

export const neverSubscribedChannel = z
  .strictObject({ ...fields, ...users })
  .meta({ id: 'NeverSubscribedChannel', description: 'A channel that the reader has never subscribed to.' });

export const subscription = z
  .strictObject({
    ...fields,
    ...users,
    color: string,
    is_muted: boolean,
    in_home_view: boolean.describe('The opposite of `is_muted`.'),
    pin_to_top: boolean,
    audible_notifications: boolean.nullable(),
    desktop_notifications: boolean.nullable(),
    email_notifications: boolean.nullable(),
    push_notifications: boolean.nullable(),
    wildcard_mentions_notify: boolean.nullable(),
  })
  .meta({
    id: 'Subscription',
    description:
      'A channel together with what its subscriber has chosen for it. Null means: as the account says.',
  });
export type Subscription = z.infer<typeof subscription>;

export const channelFolder = z
  .strictObject({
    id: integer,
    name: string,
    order: integer,
    date_created: unixSeconds.nullable(),
    creator_id: integer.nullable(),
    description: string,
    rendered_description: string,
    is_archived: boolean,
  })
  .meta({ id: 'ChannelFolder', description: 'Channels grouped under a name.' });
