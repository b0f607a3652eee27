import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { channelTopicsPolicy } from '../objects/channel.ts';
import { groupSettingInput } from '../objects/group-setting.ts';
import { channelPermissions, type ChannelPermission } from '../objects/permission-settings.ts';
import { json, loose, optional, path, text, withDefault, type Parameter } from '../parameter.ts';
import { boolean, integer, listUpTo, string, textUpTo } from '../primitives.ts';
import { emptyTopicName } from './message-parameters.ts';

export const channelId = { stream_id: path(integer, 'The channel.') };

/** Initial holders of the permissions of a new channel. */
export const permissionParameters = Object.fromEntries(
  Object.entries(channelPermissions).map(([name, { doc }]) => [name, optional(json(groupSettingInput, doc))]),
) as { readonly [K in ChannelPermission]: Parameter<z.output<typeof groupSettingInput>, 'undefined'> };

export const subscriptionRequest = z
  .object({
    name: string,
    description: textUpTo(limits.channelDescriptionLength).optional(),
    color: z
      .string()
      .regex(/^#[a-fA-F0-9]{3,6}$/)
      .optional(),
  })
  .meta({
    id: 'SubscriptionRequest',
    description: 'A channel to subscribe to, and how to create it if it does not exist.',
  });

export const subscribe = endpoint({
  id: 'subscribe',
  method: 'POST',
  path: '/users/me/subscriptions',
  tag: 'channels',
  summary: 'Subscribe to channels',
  synonyms: ['join a channel', 'create a channel', 'invite to a channel'],
  doc: 'Subscribes the caller or others to channels. Channels that do not exist are created with the initial settings given here; those that exist keep their own.',
  parameters: {
    announce: withDefault(json(boolean, 'Tell the organization about new channels.'), false),
    authorization_errors_fatal: withDefault(
      json(boolean, 'Fail when one of the channels is closed to the caller, instead of listing it.'),
      true,
    ),
    default_push_notifications: withDefault(
      json(boolean, 'Whether new subscriptions to new channels start with push notifications.', {
        since: 507,
      }),
      false,
    ),
    ...permissionParameters,
    folder_id: optional(json(integer, 'Folder of new channels.', { since: 389 })),
    history_public_to_subscribers: optional(
      json(boolean, 'Whether new subscribers see what was written before.'),
    ),
    invite_only: withDefault(json(boolean, 'Whether new channels are private.'), false),
    is_default_stream: withDefault(
      json(boolean, 'Whether new users are subscribed to new channels.', { since: 200 }),
      false,
    ),
    is_web_public: withDefault(json(boolean, 'Whether new channels can be read without an account.'), false),
    message_retention_days: optional(
      loose(z.union([string, integer]), 'Days to keep messages, or `realm_default` or `unlimited`.'),
    ),
    principals: optional(
      json(
        z.union([listUpTo(string, limits.usersInRequest), listUpTo(integer, limits.usersInRequest)]),
        'Ids of the users, or addresses that the caller may see.',
      ),
    ),
    send_new_subscription_messages: withDefault(
      json(boolean, 'Tell the subscribed users.', { since: 397 }),
      true,
    ),
    subscriptions: json(listUpTo(subscriptionRequest, limits.channelsInRequest), 'The channels, by name.'),
    topics_policy: optional(
      loose(channelTopicsPolicy, 'Whether messages of new channels may or must have no topic.', {
        since: 392,
      }),
    ),
  },
  result: {
    subscribed: z.record(string, z.array(string)).describe('New subscriptions, by the id of the user.'),
    already_subscribed: z.record(string, z.array(string)),
    unauthorized: z.array(string).optional().describe('Only when errors of authorization are not fatal.'),
    new_subscription_messages_sent: boolean.optional(),
  },
  errors: ['REQUEST_VARIABLE_INVALID', 'UNAUTHORIZED_PRINCIPAL', 'SYSTEM_GROUP_REQUIRED'],
});

/** `true` and `false` are booleans, everything else is text. */
const propertyValue = z
  .preprocess(
    (value) => (value === 'true' ? true : value === 'false' ? false : value),
    z.union([boolean, string]),
  )
  .meta({ type: ['boolean', 'string'] });

export const updateSubscriptionProperty = endpoint({
  id: 'update-subscription-property',
  method: 'PATCH',
  path: '/users/me/subscriptions/{stream_id}',
  tag: 'channels',
  scope: 'organize',
  summary: 'Update a setting of a subscription',
  doc: 'Changes how the caller sees one channel.',
  parameters: {
    ...channelId,
    property: text(
      z.enum([
        'color',
        'is_muted',
        'in_home_view',
        'pin_to_top',
        'desktop_notifications',
        'audible_notifications',
        'push_notifications',
        'email_notifications',
        'wildcard_mentions_notify',
      ]),
      'The setting. `in_home_view` is the opposite of `is_muted`.',
    ),
    value: text(propertyValue, 'A colour such as `#76ce90`, or a boolean.'),
  },
});

export const muteTopic = endpoint({
  id: 'mute-topic',
  method: 'PATCH',
  path: '/users/me/subscriptions/muted_topics',
  tag: 'channels',
  scope: 'organize',
  deprecated: true,
  summary: 'Mute or unmute a topic',
  doc: 'Mutes a topic of a channel for the caller, or removes its policy. Exactly one of `stream` and `stream_id` says which channel.',
  parameters: {
    op: text(z.enum(['add', 'remove']), 'Whether to mute or to unmute.'),
    topic: text(textUpTo(limits.topicLength), 'The topic. It need not have any messages.'),
    stream: optional(text(string, 'Name of the channel.')),
    stream_id: optional(json(integer, 'Id of the channel.')),
  },
});

export const getStreamTopics = endpoint({
  id: 'get-stream-topics',
  method: 'GET',
  path: '/users/me/{stream_id}/topics',
  tag: 'channels',
  scope: 'read_messages',
  summary: 'List topics of a channel',
  doc: 'The topics of which the caller can read messages, the one with the newest message first.',
  parameters: { ...channelId, ...emptyTopicName },
  result: {
    topics: z.array(
      z
        .strictObject({ name: string, max_id: integer.describe('Newest message.') })
        .meta({ id: 'Topic', description: 'A topic of a channel.' }),
    ),
  },
});
