import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { channel, channelTopicsPolicy } from '../objects/channel.ts';
import { groupSettingChange } from '../objects/group-setting.ts';
import { channelPermissions, type ChannelPermission } from '../objects/permission-settings.ts';
import { json, loose, optional, text, withDefault, type Parameter } from '../parameter.ts';
import { boolean, integer, listUpTo, string, textUpTo } from '../primitives.ts';
import { channelId, permissionParameters, subscribe } from './channels.ts';

const { announce, default_push_notifications, folder_id, history_public_to_subscribers, invite_only } =
  subscribe.parameters;
const { is_default_stream, is_web_public, message_retention_days, topics_policy } = subscribe.parameters;

export const createChannel = endpoint({
  id: 'create-channel',
  method: 'POST',
  path: '/channels/create',
  tag: 'channels',
  since: 417,
  summary: 'Create a channel',
  doc: 'Creates a channel and subscribes users to it.',
  parameters: {
    name: text(string, 'Its name.'),
    subscribers: json(listUpTo(integer, limits.usersInRequest), 'Ids of the first subscribers.'),
    description: withDefault(
      text(textUpTo(limits.channelDescriptionLength), 'Description of the channel, as Markdown.'),
      '',
    ),
    announce,
    default_push_notifications,
    ...permissionParameters,
    folder_id,
    history_public_to_subscribers,
    invite_only,
    is_default_stream,
    is_web_public,
    message_retention_days,
    topics_policy,
  },
  result: { id: integer },
  errors: [
    'CHANNEL_ALREADY_EXISTS',
    'REQUEST_VARIABLE_INVALID',
    'UNAUTHORIZED_PRINCIPAL',
    'SYSTEM_GROUP_REQUIRED',
  ],
});

function flag(doc: string, standard: boolean) {
  return withDefault(json(boolean, doc), standard);
}

export const getStreams = endpoint({
  id: 'get-streams',
  method: 'GET',
  path: '/streams',
  tag: 'channels',
  summary: 'List channels',
  doc: 'Channels that the caller can see, by name: the union of the kinds that were asked for.',
  parameters: {
    include_public: flag('Public channels; without effect for guests.', true),
    include_web_public: flag('Channels that can be read without an account.', false),
    include_subscribed: flag('Channels that the caller is subscribed to.', true),
    exclude_archived: flag('Leave archived channels out.', true),
    include_all: flag('All channels that the caller can see.', false),
    include_all_active: {
      ...flag('Older name of `include_all`.', false),
      deprecated: true,
    },
    include_default: flag('Tell which channels new users are subscribed to.', false),
    include_owner_subscribed: flag('For a bot: channels that its owner is subscribed to.', false),
    include_can_access_content: flag('All channels whose messages the caller can read.', false),
  },
  result: {
    streams: z.array(
      z
        .strictObject({ ...channel.shape, is_default: boolean.optional() })
        .meta({ id: 'ListedChannel', description: 'A channel, with `is_default` if that was asked for.' }),
    ),
  },
});

export const getStreamById = endpoint({
  id: 'get-stream-by-id',
  method: 'GET',
  path: '/streams/{stream_id}',
  tag: 'channels',
  since: 132,
  summary: 'Get a channel',
  doc: 'A channel that the caller can see, archived or not.',
  parameters: channelId,
  result: { stream: channel },
});

export const getStreamEmailAddress = endpoint({
  id: 'get-stream-email-address',
  method: 'GET',
  path: '/streams/{stream_id}/email_address',
  tag: 'channels',
  scope: null,
  since: 226,
  summary: "Get a channel's address for mail",
  doc: 'The address to which mail can be sent that becomes messages in the channel. Empty where the server receives no mail.',
  parameters: {
    ...channelId,
    sender_id: optional(
      json(integer, 'Sender of the messages: the caller or a bot of theirs. The caller if left out.', {
        since: 335,
      }),
    ),
  },
  result: { email: string },
});

export const endStreamEmailAddresses = endpoint({
  id: 'end-stream-email-addresses',
  method: 'DELETE',
  path: '/streams/{stream_id}/email_address',
  tag: 'channels',
  summary: "End a channel's addresses for mail",
  doc: 'All addresses of the channel end, also those of other users; the next request for one gets a new one. For administrators of the channel.',
  parameters: channelId,
});

export const getSubscribers = endpoint({
  id: 'get-subscribers',
  method: 'GET',
  path: '/streams/{stream_id}/members',
  tag: 'channels',
  summary: 'List subscribers of a channel',
  doc: 'Active users and bots that are subscribed.',
  parameters: channelId,
  result: { subscribers: z.array(integer) },
});

export const getStreamId = endpoint({
  id: 'get-stream-id',
  method: 'GET',
  path: '/get_stream_id',
  tag: 'channels',
  summary: 'Find a channel by its name',
  doc: 'The id of a channel that the caller can read and that is not archived.',
  parameters: { stream: text(string, 'Its name, in any case.') },
  result: { stream_id: integer },
});

const permissionChanges = Object.fromEntries(
  Object.entries(channelPermissions).map(([name, { doc }]) => [
    name,
    optional(json(groupSettingChange, doc)),
  ]),
) as { readonly [K in ChannelPermission]: Parameter<z.output<typeof groupSettingChange>, 'undefined'> };

export const updateStream = endpoint({
  id: 'update-stream',
  method: 'PATCH',
  path: '/streams/{stream_id}',
  tag: 'channels',
  summary: 'Update a channel',
  doc: 'Changes a channel; all that was asked for, or nothing.',
  parameters: {
    ...channelId,
    description: optional(
      text(textUpTo(limits.channelDescriptionLength), 'Description of the channel, as Markdown.'),
    ),
    new_name: optional(text(string, 'Its new name.')),
    is_private: optional(json(boolean, 'Whether only subscribers see it.')),
    is_web_public: optional(json(boolean, 'Whether it can be read without an account.')),
    history_public_to_subscribers: optional(
      json(boolean, 'Whether new subscribers see what was written before.'),
    ),
    is_default_stream: optional(json(boolean, 'Whether new users are subscribed to it.')),
    message_retention_days: optional(
      loose(z.union([string, integer]), 'Days to keep messages, or `realm_default` or `unlimited`.'),
    ),
    is_archived: optional(json(boolean, 'False brings an archived channel back; true has no effect.')),
    folder_id: optional(json(integer.nullable(), 'Its folder; null for none.')),
    topics_policy: optional(loose(channelTopicsPolicy, 'Whether messages may or must have no topic.')),
    default_push_notifications: optional(
      json(boolean, 'Whether new subscriptions start with push notifications.', { since: 507 }),
    ),
    ...permissionChanges,
  },
  errors: [
    'CHANNEL_ALREADY_EXISTS',
    'REQUEST_VARIABLE_INVALID',
    'UNAUTHORIZED_PRINCIPAL',
    'SYSTEM_GROUP_REQUIRED',
    'EXPECTATION_MISMATCH',
  ],
});

export const archiveStream = endpoint({
  id: 'archive-stream',
  method: 'DELETE',
  path: '/streams/{stream_id}',
  tag: 'channels',
  summary: 'Archive a channel',
  synonyms: ['delete a channel'],
  doc: 'Archives a channel: it can be read, and nothing can be said in it any more.',
  parameters: channelId,
});

const oneChannel = { stream_id: json(integer, 'The channel.') };

export const addDefaultStream = endpoint({
  id: 'add-default-stream',
  method: 'POST',
  path: '/default_streams',
  tag: 'channels',
  summary: 'Add a default channel',
  doc: 'Makes a public channel one that new users are subscribed to.',
  parameters: oneChannel,
  errors: ['UNAUTHORIZED_PRINCIPAL'],
});

export const removeDefaultStream = endpoint({
  id: 'remove-default-stream',
  method: 'DELETE',
  path: '/default_streams',
  tag: 'channels',
  summary: 'Remove a default channel',
  doc: 'New users are no longer subscribed to the channel.',
  parameters: oneChannel,
  errors: ['UNAUTHORIZED_PRINCIPAL'],
});
