import * as z from 'zod';
import { event } from '../event.ts';
import { channel, subscription } from '../objects/channel.ts';
import { groupSettingValue } from '../objects/group-setting.ts';
import { mutedTopic, userTopic } from '../objects/personal.ts';
import { boolean, integer, string } from '../primitives.ts';

export const subscriptionAdd = event(
  'subscription',
  'add',
  { subscriptions: z.array(subscription) },
  'The reader was subscribed to channels.',
);
export const subscriptionRemove = event(
  'subscription',
  'remove',
  { subscriptions: z.array(z.strictObject({ stream_id: integer, name: string })) },
  'The reader was unsubscribed from channels.',
);
export const subscriptionUpdate = event(
  'subscription',
  'update',
  { stream_id: integer, property: string, value: z.union([boolean, string]) },
  'A setting of a subscription of the reader changed.',
);

const peers = { stream_ids: z.array(integer), user_ids: z.array(integer) };
export const subscriptionPeerAdd = event('subscription', 'peer_add', peers, 'Others subscribed to channels.');
export const subscriptionPeerRemove = event('subscription', 'peer_remove', peers, 'Others unsubscribed.');

export const streamCreate = event(
  'stream',
  'create',
  { streams: z.array(channel) },
  'Channels exist, or the reader can see them now.',
);
export const streamDelete = event(
  'stream',
  'delete',
  {
    stream_ids: z.array(integer),
    streams: z.array(z.strictObject({ stream_id: integer })).describe('Older form of `stream_ids`.'),
  },
  'Channels are gone, or the reader can no longer see them.',
);
export const streamUpdate = event(
  'stream',
  'update',
  {
    stream_id: integer,
    name: string,
    property: string,
    value: z.union([integer, boolean, string, groupSettingValue]).nullable(),
    rendered_description: string.optional().describe('Only with `description`.'),
    history_public_to_subscribers: boolean.optional().describe('Only with `invite_only`.'),
    is_web_public: boolean.optional().describe('Only with `invite_only`.'),
  },
  'A channel changed.',
);

export const userTopicChange = event(
  'user_topic',
  null,
  userTopic.shape,
  "The reader's visibility policy for a topic changed.",
);
export const mutedTopicsChange = event(
  'muted_topics',
  null,
  { muted_topics: z.array(mutedTopic) },
  'Older form of `user_topic`: all muted topics of the reader.',
);
