import type { EventPayload } from '@parley/contract/events.ts';
import type { MessageFlag } from '@parley/contract/objects/message.ts';
import { presentUnknown } from '../../organization/users/present.ts';
import type { ClientOptions } from '../../delivery/client-options.ts';
import { shownTopic } from '../topics/name.ts';
import { flagNames, USER_FLAGS } from './flags.ts';
import type { LoggedMessageUpdate, LoggedMessage } from '../../engine/log/logged-event.ts';
import type { Personal } from '../../delivery/event-adapter.ts';

type WireOf<T extends EventPayload['type']> = Extract<EventPayload, { type: T }>;

/** A new message in the format that the client's options select, with the flags of its reader. */
export function adaptSentMessage(
  event: LoggedMessage,
  clientOptions: ClientOptions,
  personal: Personal,
): EventPayload[] {
  return [
    {
      type: 'message',
      message: {
        ...event.message,
        id: event.message.id ?? 0,
        submessages: event.message.submessages.map((part) => ({
          ...part,
          message_id: event.message.id ?? 0,
        })),
        avatar_url: clientOptions.clientGravatar && event.isComputable ? null : event.message.avatar_url,
        subject: event.message.type === 'private' ? '' : shownTopic(event.message.subject, clientOptions),
        content: clientOptions.applyMarkdown ? event.rendered : event.content,
        content_type: clientOptions.applyMarkdown ? 'text/html' : 'text/x-markdown',
        ...hiddenSenderFields(event, personal),
      },
      flags: [...personal.flags],
      ...(personal.localId === undefined ? {} : { local_message_id: personal.localId }),
    },
  ];
}

/** Placeholder fields for a guest who may not see the sender. */
function hiddenSenderFields(
  { hidden, message }: LoggedMessage,
  { isStranger }: Personal,
): Partial<Pick<LoggedMessage['message'], 'sender_email' | 'sender_full_name' | 'avatar_url'>> {
  if (hidden === undefined || isStranger !== true) return {};
  const { email, full_name, avatar_url } = presentUnknown(message.sender_id, hidden.domain);
  return { sender_email: email, sender_full_name: full_name, avatar_url };
}

/** Edit events carry both the Markdown and the HTML content, whatever the client's options. */
export function adaptEditedMessage(
  { newMentions: _newMentions, ...event }: LoggedMessageUpdate,
  clientOptions: ClientOptions,
  personal: Personal,
): EventPayload[] {
  return [
    {
      ...event,
      ...(event.orig_subject === undefined
        ? {}
        : { orig_subject: shownTopic(event.orig_subject, clientOptions) }),
      ...(event.subject === undefined ? {} : { subject: shownTopic(event.subject, clientOptions) }),
      flags: [...personal.flags],
    },
  ];
}

/** Clients without the bulk_message_deletion capability receive one event per message. */
export function adaptDeletedMessage(
  event: WireOf<'delete_message'>,
  clientOptions: ClientOptions,
): EventPayload[] {
  const { message_ids = [], ...rest } = event;
  const topic = rest.topic === undefined ? {} : { topic: shownTopic(rest.topic, clientOptions) };
  return clientOptions.capabilities.bulk_message_deletion === true
    ? [{ ...rest, ...topic, message_ids }]
    : message_ids.map((message_id) => ({ ...rest, ...topic, message_id }));
}

export function adaptFlagEvent(
  event: WireOf<'update_message_flags'>,
  clientOptions: ClientOptions,
): EventPayload[] {
  if (event.op !== 'remove' || event.message_details === undefined) return [event];
  const details = Object.entries(event.message_details).map(([id, { topic, ...rest }]) => [
    id,
    topic === undefined ? rest : { ...rest, topic: shownTopic(topic, clientOptions) },
  ]);
  return [{ ...event, message_details: Object.fromEntries(details) }];
}

/** The flags of a new message for a user. A listener to all public channels who is no receiver has none. */
export function flagsOfSent(event: LoggedMessage, userId: number, isReceiver: boolean): MessageFlag[] {
  if (!isReceiver) return [];
  const userFlags =
    (has(event.mentioned, userId) ? USER_FLAGS.mentioned : 0) |
    (has(event.participants, userId) ? USER_FLAGS.topicMentioned : 0) |
    (has(event.alerted, userId) ? USER_FLAGS.alerted : 0);
  return flagNames({ isRead: has(event.read, userId), userFlags, everyone: event.everyone });
}

const sets = new WeakMap<readonly number[], ReadonlySet<number>>();

/** Large lists are indexed once: a group can have 100,000 members, and each of their queues checks the list. */
function has(ids: readonly number[] | undefined, id: number): boolean {
  if (ids === undefined) return false;
  if (ids.length < 16) return ids.includes(id);
  const indexed = sets.get(ids) ?? new Set(ids);
  sets.set(ids, indexed);
  return indexed.has(id);
}
