import type { LogEntry } from '../../../engine/log/entry.ts';
import type { LoggedMessage } from '../../../engine/log/logged-event.ts';

/** A user whom a message concerns by name: as a receiver of a direct message, or by a mention. */
export type NamedUser = {
  readonly userId: number;
  readonly isMentioned: boolean;
  readonly isTopicMentioned: boolean;
};

/** The facts of a message that decide whom it notifies. */
export type NotifiableMessage = {
  readonly id: number;
  readonly senderId: number;
  /** The user who sent or edited the message. */
  readonly authorId: number;
  /** The log position at which its receivers were subscribed. */
  readonly arrivedAt: number;
  /** Null for a direct message. */
  readonly channelId: number | null;
  readonly topic: string;
  readonly named: readonly NamedUser[];
  readonly mentionsChannel: boolean;
};

/** The new messages among the entries of a log, without those whose text is still being written. */
export function sentMessagesIn(entries: readonly LogEntry[]): NotifiableMessage[] {
  return entries.flatMap((entry) =>
    entry.kind === 'event' && entry.event.type === 'message' && entry.event.message.streaming !== true
      ? [sentMessage(entry.position, entry.event)]
      : [],
  );
}

function sentMessage(id: number, event: LoggedMessage): NotifiableMessage {
  const { message } = event;
  return {
    id,
    senderId: message.sender_id,
    authorId: message.sender_id,
    arrivedAt: id,
    channelId: message.type === 'stream' ? message.stream_id : null,
    topic: message.subject,
    named: namedUsers(event),
    mentionsChannel: message.type === 'stream' && event.everyone,
  };
}

function namedUsers({ message, mentioned, participants }: LoggedMessage): NamedUser[] {
  const direct = message.type === 'private' ? message.display_recipient.map(({ id }) => id) : [];
  return namedUsersOf(direct, mentioned, participants);
}

export function namedUsersOf(
  direct: readonly number[],
  mentioned: readonly number[] = [],
  participants: readonly number[] = [],
): NamedUser[] {
  const byName = new Set(mentioned);
  const byTopic = new Set(participants);
  return [...new Set([...direct, ...mentioned, ...participants])].map((userId) => ({
    userId,
    isMentioned: byName.has(userId),
    isTopicMentioned: byTopic.has(userId),
  }));
}
