import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { wireEvent } from '../events.ts';
import { limits } from '../limits.ts';
import { queueNarrowTerm } from '../objects/narrow.ts';
import { realmState } from '../objects/register-realm.ts';
import { alwaysRegistered, personalState, sharedState } from '../objects/register-state.ts';
import { json, optional, text, withDefault } from '../parameter.ts';
import { boolean, integer, listUpTo, positiveInteger, string } from '../primitives.ts';

export const clientCapabilities = z
  .object({
    notification_settings_null: boolean.describe('Per-channel notification settings may be null.'),
    bulk_message_deletion: boolean.optional().describe('One event for many deleted messages.'),
    user_avatar_url_field_optional: boolean.optional().describe('`avatar_url` may be left out.'),
    stream_typing_notifications: boolean.optional().describe('Wants to know who types in channels.'),
    user_settings_object: boolean.optional().describe('Without effect.'),
    linkifier_url_template: boolean.optional().describe('Understands RFC 6570 templates.'),
    user_list_incomplete: boolean.optional().describe('Users whom one may not see are left out.'),
    include_deactivated_groups: boolean.optional().describe('Wants deactivated groups too.'),
    archived_channels: boolean.optional().describe('Wants archived channels too.'),
    empty_topic_name: boolean.optional().describe('Understands the empty topic.'),
    simplified_presence_events: boolean.optional().describe('Wants presence in its modern form.'),
    individual_emoji_changes: boolean.optional().describe('Wants changes of emoji one by one.'),
    streamed_messages: boolean.optional().describe('Wants the pieces of streamed messages.'),
  })
  .meta({
    id: 'ClientCapabilities',
    description: 'Capabilities of the client. Unknown keys are dropped.',
  });
export type ClientCapabilities = z.infer<typeof clientCapabilities>;

type Optional<S> = { [K in keyof S]: S[K] extends z.ZodType ? z.ZodOptional<S[K]> : never };

function perhaps<S extends z.ZodRawShape>(shape: S): Optional<S> {
  return Object.fromEntries(
    Object.entries(shape).map(([name, schema]) => [name, (schema as z.ZodType).optional()]),
  ) as Optional<S>;
}

/** The parts of the state, by the name under which a client fetches them. */
export const fetchedState = { realm: realmState, ...personalState, ...sharedState };
export type FetchType = keyof typeof fetchedState;

type Merged<T> = (T extends unknown ? (part: T) => void : never) extends (part: infer I) => void ? I : never;
type AllState = Merged<(typeof fetchedState)[FetchType]>;
const allState = Object.assign({}, ...Object.values(fetchedState)) as { [K in keyof AllState]: AllState[K] };

export const registerQueue = endpoint({
  id: 'register-queue',
  method: 'POST',
  path: '/register',
  tag: 'events',
  summary: 'Register an event queue',
  synonyms: ['real time', 'listen', 'initial state'],
  doc: 'Opens a queue of events and answers with the state from which they start. The state and `last_event_id` belong to the same moment, so a client that applies the events in order always holds the truth.',
  parameters: {
    all_public_streams: optional(json(boolean, 'Deliver the messages of all public channels.')),
    apply_markdown: withDefault(json(boolean, 'Deliver messages as HTML instead of Markdown.'), false),
    client_capabilities: withDefault(json(clientCapabilities, 'Capabilities of the client.'), {
      notification_settings_null: false,
    }),
    client_gravatar: optional(
      json(boolean.nullable(), 'Whether the client computes addresses of hosted avatars itself.'),
    ),
    event_types: optional(
      json(listUpTo(string, limits.eventTypes).nullable(), 'Kinds of events to deliver. All, when absent.'),
    ),
    fetch_event_types: optional(
      json(
        listUpTo(string, limits.eventTypes),
        'Kinds of state to answer with. The same as `event_types`, when absent.',
      ),
    ),
    include_subscribers: withDefault(
      text(z.enum(['true', 'false', 'partial']), 'Whether channels come with their subscribers.'),
      'false',
    ),
    narrow: optional(
      json(listUpTo(queueNarrowTerm, limits.narrowTerms), 'Deliver only messages that match all terms.'),
    ),
    presence_history_limit_days: optional(json(integer, 'Age of the oldest presence to answer with.')),
    idle_queue_timeout: optional(
      json(
        z.union([positiveInteger, z.literal('mobile')]),
        'Seconds without a poll after which the queue may be forgotten.',
      ),
    ),
    slim_presence: withDefault(json(boolean, 'Answer with presence in its modern form.'), false),
    users_since: optional(
      text(
        string,
        'The `users_version` of the users that the client has, or an empty text: answer only with those who changed since, or with the first part of the list. An addition to the API.',
      ),
    ),
  },
  result: { ...alwaysRegistered, ...perhaps(allState) },
});

export const getEvents = endpoint({
  id: 'get-events',
  method: 'GET',
  path: '/events',
  tag: 'events',
  summary: 'Get events from a queue',
  synonyms: ['poll', 'long polling', 'real time', 'listen'],
  doc: 'Answers with the events behind `last_event_id`, and waits for one if there are none. What a poll acknowledges is never sent again; what it does not, is.',
  parameters: {
    queue_id: optional(text(string, 'The queue, from registration.')),
    last_event_id: optional(json(integer, 'The last event that the client has processed.')),
    dont_block: withDefault(json(boolean, 'Answer at once, even with nothing.'), false),
    rewind: withDefault(
      json(
        boolean,
        'Permit a `last_event_id` that was acknowledged before, so that a client which lost its newest state receives the events behind it again. An addition to the API.',
      ),
      false,
    ),
  },
  result: { events: z.array(wireEvent), queue_id: string },
  errors: ['BAD_EVENT_QUEUE_ID'],
});

export const deleteQueue = endpoint({
  id: 'delete-queue',
  method: 'DELETE',
  path: '/events',
  tag: 'events',
  summary: 'Delete an event queue',
  doc: 'Ends a queue of the caller. A poll that waits on it is answered at once.',
  parameters: { queue_id: text(string, 'The queue, from registration.') },
  errors: ['BAD_EVENT_QUEUE_ID'],
});
