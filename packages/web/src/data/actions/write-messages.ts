import type { Client } from '@parley/client';
import type { Conversation } from '../narrow/narrow.ts';
import { destinationArguments } from '../outbox/send-arguments.ts';

/** The Markdown of a message, which the state does not hold. */
export async function fetchSource(client: Client, messageId: number): Promise<string> {
  const { message } = await client.getMessage({ message_id: messageId, apply_markdown: false });
  return message.content;
}

/** Changes the text of a message; throws when the server refuses. */
export async function saveEdit(client: Client, messageId: number, text: string): Promise<void> {
  await client.updateMessage({ message_id: messageId, content: text });
}

/** Lets the server send a message later; throws when the server refuses. */
export async function scheduleMessage(
  client: Client,
  selfId: number,
  conversation: Conversation,
  text: string,
  unixSeconds: number,
): Promise<void> {
  await client.createScheduledMessage({
    ...destinationArguments(conversation, selfId),
    content: text,
    scheduled_delivery_timestamp: unixSeconds,
  });
}
