import * as z from 'zod';
import { boolean, integer, string, unixSeconds } from '../primitives.ts';

export const savedSnippet = z
  .strictObject({ id: integer, title: string, content: string, date_created: unixSeconds })
  .meta({ id: 'SavedSnippet', description: 'A text kept for later use.' });
export type SavedSnippet = z.infer<typeof savedSnippet>;

export const scheduledMessage = z
  .strictObject({
    scheduled_message_id: integer,
    type: z.enum(['stream', 'private']),
    to: z
      .union([integer, z.array(integer)])
      .describe('The channel; or the other users, ascending, the sender only when alone.'),
    topic: string.optional().describe('For channels.'),
    content: string,
    rendered_content: string,
    scheduled_delivery_timestamp: unixSeconds,
    failed: boolean.describe('It could not be sent, and is not tried again unless it is edited.'),
  })
  .meta({ id: 'ScheduledMessage', description: 'A message that the server sends at its time.' });
export type ScheduledMessage = z.infer<typeof scheduledMessage>;

export const reminder = z
  .strictObject({
    reminder_id: integer,
    type: z.literal('private'),
    to: z.array(integer),
    content: string,
    rendered_content: string,
    scheduled_delivery_timestamp: unixSeconds,
    failed: boolean,
    reminder_target_message_id: integer,
  })
  .meta({ id: 'Reminder', description: 'A message that comes back to its reader at a time.' });
export type Reminder = z.infer<typeof reminder>;

export const visibilityPolicies = { inherit: 0, muted: 1, unmuted: 2, followed: 3 } as const;
export const visibilityPolicy = z.literal([0, 1, 2, 3]);
export type VisibilityPolicy = z.infer<typeof visibilityPolicy>;

export const userTopic = z
  .strictObject({
    stream_id: integer,
    topic_name: string,
    last_updated: unixSeconds,
    visibility_policy: visibilityPolicy.describe('0 as the channel, 1 muted, 2 unmuted, 3 followed.'),
  })
  .meta({ id: 'UserTopic', description: "A user's visibility policy for a topic." });
export type UserTopic = z.infer<typeof userTopic>;

/** Older form of a muted topic: name of the channel, topic, when. */
export const mutedTopic = z.tuple([string, string, unixSeconds]);
export type MutedTopic = z.infer<typeof mutedTopic>;

export const mutedUser = z
  .strictObject({ id: integer, timestamp: unixSeconds })
  .meta({ id: 'MutedUser', description: 'A user whom the reader has muted, and since when.' });
export type MutedUser = z.infer<typeof mutedUser>;

export const unreadMessages = z
  .strictObject({
    count: integer.describe('Without what is muted.'),
    pms: z.array(
      z.strictObject({
        other_user_id: integer,
        sender_id: integer.describe('The same as `other_user_id`.'),
        unread_message_ids: z.array(integer),
      }),
    ),
    streams: z.array(
      z.strictObject({ stream_id: integer, topic: string, unread_message_ids: z.array(integer) }),
    ),
    huddles: z.array(z.strictObject({ user_ids_string: string, unread_message_ids: z.array(integer) })),
    mentions: z.array(integer),
    old_unreads_missing: boolean.describe('Whether there are more than could be listed.'),
  })
  .meta({
    id: 'UnreadMessages',
    description: 'Unread messages of a user, by conversation. Ids ascend.',
  });
export type UnreadMessages = z.infer<typeof unreadMessages>;

export const device = z
  .strictObject({
    push_key_id: integer.nullable(),
    push_token_id: string.nullable(),
    pending_push_token_id: string.nullable(),
    push_token_last_updated_timestamp: unixSeconds.nullable(),
    push_registration_error_code: string.nullable(),
  })
  .meta({ id: 'Device', description: 'A device that gets encrypted notifications.' });
export type Device = z.infer<typeof device>;
