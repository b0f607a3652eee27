import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { subscription } from '../objects/channel.ts';
import { json, path, text, withDefault } from '../parameter.ts';
import { boolean, integer, listUpTo, string } from '../primitives.ts';
import { updateSubscriptionProperty } from './channels.ts';

const userId = { user_id: path(integer, 'The user.') };

export const getSubscriptions = endpoint({
  id: 'get-subscriptions',
  method: 'GET',
  path: '/users/me/subscriptions',
  tag: 'channels',
  summary: 'List your subscriptions',
  doc: 'The channels that the caller is subscribed to, by name. Archived channels are left out.',
  parameters: {
    include_subscribers: withDefault(
      text(z.enum(['true', 'false', 'partial']), 'Whether channels come with their subscribers.'),
      'false',
    ),
  },
  result: { subscriptions: z.array(subscription) },
});

export const updateSubscriptionSettings = endpoint({
  id: 'update-subscription-settings',
  method: 'POST',
  path: '/users/me/subscriptions/properties',
  tag: 'channels',
  scope: 'organize',
  summary: 'Update settings of subscriptions',
  doc: 'Changes how the caller sees channels, one change after another: the first that is refused ends it, and those before it stay.',
  parameters: {
    subscription_data: json(
      listUpTo(
        z
          .object({
            stream_id: integer,
            property: updateSubscriptionProperty.parameters.property.schema,
            value: z.union([boolean, string]),
          })
          .meta({ id: 'SubscriptionChange', description: 'A setting of a subscription and its new value.' }),
        limits.channelsInRequest,
      ),
      'The changes.',
    ),
  },
});

export const getSubscriptionStatus = endpoint({
  id: 'get-subscription-status',
  method: 'GET',
  path: '/users/{user_id}/subscriptions/{stream_id}',
  tag: 'channels',
  since: 12,
  summary: 'Ask whether a user is subscribed',
  doc: 'Whether a user is subscribed to a channel that the caller can see.',
  parameters: { ...userId, stream_id: path(integer, 'The channel.') },
  result: { is_subscribed: boolean },
});

export const getUserChannels = endpoint({
  id: 'get-user-channels',
  method: 'GET',
  path: '/users/{user_id}/channels',
  tag: 'channels',
  since: 439,
  summary: 'List the channels of a user',
  doc: 'Channels that a user is subscribed to and that the caller can see.',
  parameters: userId,
  result: { subscribed_channel_ids: z.array(integer) },
});
