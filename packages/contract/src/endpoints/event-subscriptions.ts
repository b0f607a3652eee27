import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { queueNarrowTerm } from '../objects/narrow.ts';
import { json, optional, path, text, withDefault } from '../parameter.ts';
import { boolean, integer, listUpTo, string, textUpTo, unixSeconds } from '../primitives.ts';

export const eventSubscription = z
  .strictObject({
    id: integer,
    url: string.describe('Address that receives the events.'),
    event_types: z.array(string).nullable().describe('Kinds of events; null for all.'),
    narrow: z.array(z.tuple([string, string])).describe('Terms that all messages match.'),
    all_public_streams: boolean.describe('Whether the messages of all public channels are delivered.'),
    apply_markdown: boolean.describe('Whether messages are HTML instead of Markdown.'),
    created: unixSeconds,
    last_event_id: integer.describe('All events up to this one are delivered.'),
    state: z
      .enum(['running', 'failing', 'paused'])
      .describe('`failing` is tried again by itself; `paused` waits for the owner.'),
    since: unixSeconds.nullable().describe('UNIX time in seconds since which it is failing or paused.'),
    error: string.nullable().describe('The last error, while it is failing or paused.'),
  })
  .meta({ id: 'EventSubscription', description: 'A webhook that receives the events of its owner.' });
export type EventSubscription = z.infer<typeof eventSubscription>;

export const eventDelivery = z
  .strictObject({
    event_id: integer,
    timestamp: unixSeconds,
    duration_ms: integer,
    url: string,
    request: string.describe(
      'Body of the request, cut to 10,000 characters. Empty if its message was deleted; `response` is null then.',
    ),
    status: integer.nullable().describe('Status of the response; null if there was none.'),
    response: string.nullable().describe('Body of the response, cut to 10,000 characters.'),
    error: string.nullable().describe('Why the delivery failed; null if it succeeded.'),
  })
  .meta({ id: 'EventDelivery', description: 'One attempt to deliver an event.' });
export type EventDelivery = z.infer<typeof eventDelivery>;

const subscriptionId = { subscription_id: path(integer, 'The subscription.') };
const url = text(
  textUpTo(limits.eventSubscriptionUrlLength),
  'Address that receives the events, with http or https. It must be public, unless the operator allows its network.',
);
const eventTypes = json(
  listUpTo(string, limits.eventTypes).nullable(),
  'Kinds of events to deliver. All, when absent or null.',
);
const narrow = json(
  listUpTo(queueNarrowTerm, limits.narrowTerms),
  'Deliver only messages that match all terms.',
);
const secret = string.describe('Secret of the signatures, starting with `whsec_`. It is not shown again.');

export const getEventSubscriptions = endpoint({
  id: 'get-event-subscriptions',
  method: 'GET',
  path: '/event_subscriptions',
  tag: 'event-subscriptions',
  summary: 'List your event subscriptions',
  synonyms: ['webhooks'],
  doc: 'The event subscriptions of the caller, oldest first.',
  result: { event_subscriptions: z.array(eventSubscription) },
});

export const createEventSubscription = endpoint({
  id: 'create-event-subscription',
  method: 'POST',
  path: '/event_subscriptions',
  tag: 'event-subscriptions',
  summary: 'Create an event subscription',
  synonyms: ['webhook'],
  doc: 'Delivers the events that a queue of the caller would receive from now on to a URL: signed, in order, and at least once.',
  parameters: {
    url,
    event_types: optional(eventTypes),
    narrow: optional(narrow),
    all_public_streams: withDefault(json(boolean, 'Deliver the messages of all public channels.'), false),
    apply_markdown: withDefault(json(boolean, 'Deliver messages as HTML instead of Markdown.'), false),
  },
  result: { id: integer, secret },
});

export const updateEventSubscription = endpoint({
  id: 'update-event-subscription',
  method: 'PATCH',
  path: '/event_subscriptions/{subscription_id}',
  tag: 'event-subscriptions',
  summary: 'Update an event subscription',
  doc: 'Changes what was given. A resumed subscription goes on where it was paused.',
  missingIs404: true,
  parameters: {
    ...subscriptionId,
    url: optional(url),
    event_types: optional(eventTypes),
    narrow: optional(narrow),
    paused: optional(json(boolean, 'Pause or resume the deliveries.')),
  },
});

export const deleteEventSubscription = endpoint({
  id: 'delete-event-subscription',
  method: 'DELETE',
  path: '/event_subscriptions/{subscription_id}',
  tag: 'event-subscriptions',
  summary: 'Delete an event subscription',
  doc: 'Ends the deliveries to a URL, and forgets the recent ones.',
  missingIs404: true,
  parameters: subscriptionId,
});

export const getEventDeliveries = endpoint({
  id: 'get-event-deliveries',
  method: 'GET',
  path: '/event_subscriptions/{subscription_id}/deliveries',
  tag: 'event-subscriptions',
  summary: 'List recent deliveries',
  doc: 'The newest 100 attempts to deliver events to a subscription, newest first, with request and response.',
  missingIs404: true,
  parameters: subscriptionId,
  result: { deliveries: z.array(eventDelivery) },
});

export const replayEventSubscription = endpoint({
  id: 'replay-event-subscription',
  method: 'POST',
  path: '/event_subscriptions/{subscription_id}/replay',
  tag: 'event-subscriptions',
  summary: 'Replay events',
  doc: 'Delivers all events after one again, with the same ids. The events must still be in the log of the organization.',
  missingIs404: true,
  parameters: { ...subscriptionId, last_event_id: json(integer.min(0), 'The event after which to start.') },
});

export const rotateEventSubscriptionSecret = endpoint({
  id: 'rotate-event-subscription-secret',
  method: 'POST',
  path: '/event_subscriptions/{subscription_id}/secret',
  tag: 'event-subscriptions',
  summary: 'Rotate the secret of a subscription',
  doc: 'Creates another secret. For a day, requests carry signatures of both; a further rotation ends the older one at once.',
  missingIs404: true,
  parameters: subscriptionId,
  result: { secret },
});
