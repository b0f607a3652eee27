import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { json, withDefault } from '../parameter.ts';
import { listUpTo, string } from '../primitives.ts';
import { subscribe, subscriptionRequest } from './channels.ts';

const { subscribed, already_subscribed, new_subscription_messages_sent } = subscribe.result;

const removal = {
  removed: z.array(string).describe('Channels that users left by this, once for each user.'),
  not_removed: z.array(string).describe('The same for those who were not subscribed.'),
};

export const unsubscribe = endpoint({
  id: 'unsubscribe',
  method: 'DELETE',
  path: '/users/me/subscriptions',
  tag: 'channels',
  summary: 'Unsubscribe from channels',
  synonyms: ['leave a channel', 'remove from a channel'],
  doc: 'Unsubscribes the caller or others from channels, also from archived ones.',
  parameters: {
    principals: subscribe.parameters.principals,
    subscriptions: json(listUpTo(string, limits.channelsInRequest), 'The channels, by name.'),
  },
  result: removal,
});

export const updateSubscriptions = endpoint({
  id: 'update-subscriptions',
  method: 'PATCH',
  path: '/users/me/subscriptions',
  tag: 'channels',
  summary: 'Subscribe and unsubscribe at once',
  doc: 'Subscribes the caller to some channels and unsubscribes from others; all of it or nothing.',
  parameters: {
    delete: withDefault(json(listUpTo(string, limits.channelsInRequest), 'Channels to leave, by name.'), []),
    add: withDefault(
      json(listUpTo(subscriptionRequest, limits.channelsInRequest), 'Channels to subscribe to, by name.'),
      [],
    ),
  },
  result: { subscribed, already_subscribed, new_subscription_messages_sent, ...removal },
});
