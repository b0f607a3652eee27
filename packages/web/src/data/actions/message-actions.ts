import type { Message } from '@parley/client';
import { createScheduledMessage } from '@parley/contract/endpoints/scheduled-messages.ts';
import { getReadReceipts } from '@parley/contract/endpoints/message-flags.ts';
import { getMessageHistory } from '@parley/contract/endpoints/messages.ts';
import type { Chat } from '../chat.ts';
import type { Conversation } from '../narrow/narrow.ts';
import { requestTerms } from '../narrow/terms.ts';
import { destinationArguments } from '../outbox/send-arguments.ts';

/** The Markdown of a message, which the state does not hold. */
export async function fetchSource({ client }: Chat, messageId: number): Promise<string> {
  const { message } = await client.getMessage({ message_id: messageId, apply_markdown: false });
  return message.content;
}

/** Ids of the users who have read a message. */
export async function readReceipts({ client }: Chat, messageId: number): Promise<readonly number[]> {
  const { user_ids: ids } = await client.call(getReadReceipts, { message_id: messageId });
  return ids;
}

/** Versions of a message, oldest first. */
export async function readHistory({ client }: Chat, messageId: number): Promise<MessageHistory> {
  const { message_history: history } = await client.call(getMessageHistory, { message_id: messageId });
  return history;
}

export type MessageHistory = Awaited<ReturnType<Chat['client']['getMessageHistory']>>['message_history'];

/** A message that may be in no window. */
export async function readMessage({ client, messages }: Chat, messageId: number): Promise<Message> {
  return messages.get(messageId) ?? (await client.getMessage({ message_id: messageId })).message;
}

/** The newest messages of a conversation, which no window holds. */
export async function readNewest(
  { client, selfId }: Chat,
  conversation: Conversation,
  count: number,
): Promise<NewestMessages> {
  const { messages } = await client.getMessages({
    narrow: requestTerms(conversation, selfId),
    anchor: 'newest',
    num_before: count,
    num_after: 0,
    allow_empty_topic_name: true,
  });
  return messages;
}

/** Messages of the topic of a message, so many before and after it. */
export async function readAround(
  { client }: Chat,
  { id, channel, topic }: Message,
  count: number,
): Promise<Awaited<ReturnType<Chat['client']['getMessages']>>> {
  return client.getMessages({
    narrow: [
      { operator: 'channel', operand: channel?.id ?? 0 },
      { operator: 'topic', operand: topic ?? '' },
    ],
    anchor: String(id),
    num_before: count,
    num_after: count,
    client_gravatar: true,
    apply_markdown: false,
  });
}

export type NewestMessages = Awaited<ReturnType<Chat['client']['getMessages']>>['messages'];

/** Changes the text of a message; throws when the server refuses. */
export async function saveEdit({ client }: Chat, messageId: number, text: string): Promise<void> {
  await client.updateMessage({ message_id: messageId, content: text });
}

/** Lets the server send a message later; throws when the server refuses. */
export async function scheduleMessage(
  { client, selfId }: Chat,
  conversation: Conversation,
  text: string,
  unixSeconds: number,
): Promise<void> {
  await client.call(createScheduledMessage, {
    ...destinationArguments(conversation, selfId),
    content: text,
    scheduled_delivery_timestamp: unixSeconds,
  });
}

/** Stores a file, in pieces where it is large. */
export function uploadFile(
  { client }: Chat,
  ...file: Parameters<Chat['client']['upload']>
): ReturnType<Chat['client']['upload']> {
  return client.upload(...file);
}
